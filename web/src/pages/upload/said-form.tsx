import { type KeyboardEvent, useEffect, useRef } from 'react'
import { SaidFields } from './said-fields.tsx'
import { saidOf, type Upload } from './upload.ts'
import type { UploadList } from './upload-list.ts'
import { words } from './words.ts'

interface Form {
  upload: Upload
  list: UploadList
  onNext: () => void
  onClose: () => void
}

/** What is said of one image. Enter leads on to the next, so that a whole drop is described without the mouse. */
export function SaidForm({ upload, list, onNext, onClose }: Form) {
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
      <SaidFields said={saidOf(upload)} onSay={(typed) => list.say(upload.id, typed)} />
      <div className="mt-4 flex justify-end gap-2.5">
        <button type="button" className="button small" onClick={onClose}>
          {words.close}
        </button>
        <button type="submit" className="button small">
          {words.next}
          <kbd className="key">Enter</kbd>
        </button>
      </div>
    </form>
  )
}
