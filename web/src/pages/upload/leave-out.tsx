import { toast } from '../../parts/toasts.ts'
import type { Upload } from './upload.ts'
import type { UploadList } from './upload-list.ts'
import { words } from './words.ts'

/** Spares one the second copy of a folder that was sent before. */
export function LeaveOut({ list, had }: { list: UploadList; had: Upload[] }) {
  if (had.length === 0) return null
  const leave = () => {
    const undo = list.remove(new Set(had.map(({ id }) => id)))
    toast('success', words.leftBehind(had.length), { label: words.undo, onClick: undo })
  }
  return (
    <button type="button" className="button small" onClick={leave}>
      {words.leaveOut(had.length)}
    </button>
  )
}
