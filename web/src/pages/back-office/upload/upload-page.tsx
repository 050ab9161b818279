import './upload.css'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { toast } from '#ui/toasts/toast.ts'
import { ChosenImages } from './chosen-images.tsx'
import { DropArea } from './drop-area.tsx'
import { messages } from './messages.ts'
import { SendBar } from './send-bar.tsx'
import { useUploads } from './use-uploads.ts'

/** Takes images by button or drag and drop, edits their metadata, shows each outcome (requirements: #upload-page). */
export function UploadPage({ user, title }: BackOfficePageProps) {
  const { list, shown } = useUploads(user)
  const [leftOut, setLeftOut] = useState<string[]>([])
  const { all } = shown

  const dropzone = useDropzone({
    accept: { 'image/png': ['.png'] },
    noClick: true,
    noKeyboard: true,
    onDrop: (taken, refused) => take(taken, refused.map(({ file }) => file.name)), // biome-ignore format: one thought
  })
  const take = (taken: File[], others: string[]) => {
    setLeftOut(others)
    const known = list.add(taken)
    if (known) toast('info', messages.alreadyListed(known))
  }

  return (
    // The whole page takes what is dropped on it: nobody has to aim.
    <div {...dropzone.getRootProps({ className: 'flex min-h-full flex-col' })}>
      <input {...dropzone.getInputProps()} />
      <BackOfficeHeading title={title} hint={messages.hint} />
      <DropArea
        isSmall={all.length > 0}
        isOver={dropzone.isDragActive}
        isReading={dropzone.isProcessing}
        onChoose={dropzone.open}
        onFolder={take}
      />
      <SkippedFiles names={leftOut} />
      {all.length > 0 && (
        <>
          <ChosenImages list={list} all={all} />
          <SendBar list={list} shown={shown} user={user} />
        </>
      )}
    </div>
  )
}

/** More names than this nobody reads. */
const maxListedNames = 100

/** Folders hold other things too; they are not on the list, but it is said which they are. */
function SkippedFiles({ names }: { names: string[] }) {
  return (
    <div role="status">
      {names.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="w-fit cursor-pointer py-1">{messages.skippedFiles(names.length)}</summary>
          <p className="wrap-anywhere mt-1 max-w-[80ch] text-soft">{names.slice(0, maxListedNames).join(', ')}</p>
        </details>
      )}
    </div>
  )
}
