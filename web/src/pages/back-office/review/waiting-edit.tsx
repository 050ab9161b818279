import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { EditChanges } from '#ui/back-office/waiting-edit/edit-changes.tsx'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { messages } from './messages.ts'

/** What is decided about where an edit of a public image is under review. */
export function WaitingEdit({ image }: { image: ManagedImage }) {
  if (!image.waiting_edit) return null
  return (
    <section aria-labelledby="waiting-edit" className="mb-4 rounded-xl border border-line px-3.5 py-3">
      <h2 id="waiting-edit" className="font-semibold">
        {editMessages.waiting}
      </h2>
      <p className="mt-0.5 mb-3 text-pretty text-soft text-sm">{messages.editHint(image.waiting_edit)}</p>
      <EditChanges image={image} />
    </section>
  )
}
