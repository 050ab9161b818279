import { messages } from '../messages.ts'
import type { Upload } from '../model/upload.ts'
import { idsOf } from '../model/upload-changes.ts'
import type { UploadList } from '../model/upload-list.ts'
import { leaveOut } from '../selection/leave-out.ts'

/** Removes all images from the list that look like one of the library. */
export function RemoveDuplicates({ list, duplicates }: { list: UploadList; duplicates: Upload[] }) {
  if (duplicates.length === 0) return null
  return (
    <button type="button" className="button small" onClick={() => leaveOut(list, idsOf(duplicates))}>
      {messages.removeDuplicates(duplicates.length)}
    </button>
  )
}
