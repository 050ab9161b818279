import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import type { Upload } from '../model/upload.ts'
import { idsOf } from '../model/upload-changes.ts'
import type { UploadList } from '../model/upload-list.ts'

/** Removes all images from the list that seem to be in the library already. */
export function RemoveDuplicates({ list, duplicates }: { list: UploadList; duplicates: Upload[] }) {
  if (duplicates.length === 0) return null
  const remove = () => {
    const undo = list.remove(idsOf(duplicates))
    toast('success', messages.duplicatesRemoved(duplicates.length), { label: messages.undo, onClick: undo })
  }
  return (
    <button type="button" className="button small" onClick={remove}>
      {messages.removeDuplicates(duplicates.length)}
    </button>
  )
}
