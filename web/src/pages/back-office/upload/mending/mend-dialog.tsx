import { Dialog } from '#ui/back-office/dialog.tsx'
import { MarkedPicture } from '#ui/back-office/findings/marked-picture.tsx'
import { useImageUrl } from '#ui/back-office/use-image-url.ts'
import { formatFileSize } from '#ui/file-size.ts'
import type { FileInspection } from '../inspection/inspect-file.ts'
import type { MendedFile } from '../inspection/mend-file.ts'
import { messages } from './messages.ts'

interface MendDialogProps {
  title: string
  file: File
  inspection: FileInspection
  mended: MendedFile
  onUse: () => void
  onClose: () => void
}

/** The original beside the mended picture, for the person to decide. */
export function MendDialog({ title, file, inspection, mended, onUse, onClose }: MendDialogProps) {
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
