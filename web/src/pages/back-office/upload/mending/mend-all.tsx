import { toast } from '#ui/toasts/toast.ts'
import type { Upload } from '../model/upload.ts'
import { idsOf } from '../model/upload-changes.ts'
import type { UploadList } from '../model/upload-list.ts'
import { messages } from './messages.ts'

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
