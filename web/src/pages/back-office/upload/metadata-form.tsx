import { type KeyboardEvent, useEffect, useRef } from 'react'
import { messages } from './messages.ts'
import { MetadataFields } from './metadata-fields.tsx'
import { metadataOf, type Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'

interface MetadataFormProps {
  upload: Upload
  list: UploadList
  onNext: () => void
  onClose: () => void
}

/** The metadata of one image. Enter opens the next image's form, so that a batch can be described by keyboard alone. */
export function MetadataForm({ upload, list, onNext, onClose }: MetadataFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current!.querySelector('input')!.select()
    form.current!.scrollIntoView({ block: 'nearest' })
  }, [])

  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }

  return (
    <form
      ref={form}
      className="border-line border-t p-4"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <MetadataFields metadata={metadataOf(upload)} onChange={(change) => list.edit(upload.id, change)} />
      <div className="mt-4 flex justify-end gap-2.5">
        <button type="button" className="button small" onClick={onClose}>
          {messages.close}
        </button>
        <button type="submit" className="button small">
          {messages.next}
          <kbd className="key">Enter</kbd>
        </button>
      </div>
    </form>
  )
}
