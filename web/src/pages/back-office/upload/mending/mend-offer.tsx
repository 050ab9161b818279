import { useState } from 'react'
import { formatFileSize } from '#ui/file-size.ts'
import { isMendable, isRestorable } from '../model/mended-uploads.ts'
import type { Upload } from '../model/upload.ts'
import type { UploadList } from '../model/upload-list.ts'
import { MendDialog } from './mend-dialog.tsx'
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
