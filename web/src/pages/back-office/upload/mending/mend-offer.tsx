import { useState } from 'react'
import { idsOf, isMendable, isRestorable } from '#pages/back-office/upload/model/upload-changes.ts'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { MarkedPicture } from '#ui/back-office/findings/marked-picture.tsx'
import { useImageUrl } from '#ui/back-office/use-image-url.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { FileInspection } from '../inspection/inspect-file.ts'
import type { MendedFile } from '../inspection/mend-file.ts'
import type { Upload } from '../model/upload.ts'
import type { UploadList } from '../model/upload-list.ts'
import { messages } from './messages.ts'

/** Offers the mended picture of a chosen file and, once it was taken, the way back. */
export function MendOffer({ upload, list, title }: { upload: Upload; list: UploadList; title: string }) {
  const [isOpen, setOpen] = useState(false)
  const { id, original } = upload
  const { file, inspection } = original ?? upload
  const mended = inspection?.mended
  if (!mended || !(original || isMendable(upload))) return null
  const ids = new Set([id])
  const sizes = [file.size, mended.bytes.size].map(formatFileSize)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-1 text-sm tabular-nums">
      <p className="min-w-0 flex-1 basis-60">
        {original ? messages.done(mended.mended) : messages.offer(mended.mended, sizes[0]!, sizes[1]!)}
      </p>
      {/* One button for both, so that it keeps the focus. */}
      {(!original || isRestorable(upload)) && (
        <button
          type="button"
          className="button small"
          aria-label={original ? messages.undoOf(title) : messages.mendOf(title)}
          onClick={() => (original ? list.restoreOriginals(ids) : setOpen(true))}
        >
          {original ? messages.undo : messages.mend}
        </button>
      )}
      {isOpen && (
        <MendDialog
          {...{ title, file, inspection, mended }}
          onUse={() => list.mend(ids)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** Takes all mended pictures that are offered. */
export function MendAll({ list, mendable }: { list: UploadList; mendable: Upload[] }) {
  if (mendable.length < 2) return null
  const mend = () => {
    const undo = list.mend(idsOf(mendable))
    toast('success', messages.allMended(mendable.length), { label: messages.undo, onClick: undo })
  }
  return (
    <button
      type="button"
      className="button small"
      onClick={({ currentTarget }) => {
        // The button is removed, so the list takes the focus.
        currentTarget.closest('section')!.focus()
        mend()
      }}
    >
      {messages.mendAll(mendable.length)}
    </button>
  )
}

interface MendDialogProps {
  title: string
  file: File
  inspection: FileInspection
  mended: MendedFile
  onUse: () => void
  onClose: () => void
}

/** The original beside the mended picture, for the person to decide. */
function MendDialog({ title, file, inspection, mended, onUse, onClose }: MendDialogProps) {
  const sizes = [file.size, mended.bytes.size].map(formatFileSize)
  return (
    <Dialog title={messages.mendOf(title)} isWide onClose={onClose}>
      <p className="mt-4">
        {messages.offer(mended.mended, sizes[0]!, sizes[1]!)} {messages.hint}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <ComparedPicture name={messages.original} image={file} width={inspection.width} height={inspection.height} />
        <ComparedPicture name={messages.mended} image={mended.bytes} width={mended.width} height={mended.height} />
      </div>
      <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-2.5">
        <button type="submit" className="button small">
          {messages.keep}
        </button>
        <button type="submit" className="button main small" onClick={onUse}>
          {messages.use}
        </button>
      </form>
    </Dialog>
  )
}

interface ComparedPictureProps {
  name: string
  image: Blob
  width: number
  height: number
}

/** On white and on black, since haze and specks may show on one only, with a line around the whole picture. */
function ComparedPicture({ name, image, width, height }: ComparedPictureProps) {
  const src = useImageUrl(image)
  const marks = { legend: '', frame: { left: 0, top: 0, width, height }, details: [] }
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft tabular-nums">{messages.facts(name, width, height)}</p>
      {src &&
        (['white', 'black'] as const).map((backdrop) => (
          <MarkedPicture
            key={backdrop}
            {...{ src, width, height, marks, backdrop }}
            label={messages.pictureOn[backdrop](name)}
          />
        ))}
    </div>
  )
}
