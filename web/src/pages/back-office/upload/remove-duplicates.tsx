import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import type { Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'

/** Spares one the second copy of a folder that was sent before. */
export function RemoveDuplicates({ list, had }: { list: UploadList; had: Upload[] }) {
  if (had.length === 0) return null
  const leave = () => {
    const undo = list.remove(new Set(had.map(({ id }) => id)))
    toast('success', messages.duplicatesRemoved(had.length), { label: messages.undo, onClick: undo })
  }
  return (
    <button type="button" className="button small" onClick={leave}>
      {messages.removeDuplicates(had.length)}
    </button>
  )
}
