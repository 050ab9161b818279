import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import { useState } from 'react'
import { useUser } from '#api/back-office.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { Findings } from '#ui/back-office/findings/findings.tsx'
import { messages as shared } from '#ui/back-office/messages.ts'
import { EditChanges } from '#ui/back-office/waiting-edit/edit-changes.tsx'
import { SmallButton } from '#ui/button.tsx'
import { messages } from '../messages.ts'
import { RejectionDialog } from '../rejection-fields.tsx'
import type { ImageEditor } from '../use-image-editor.ts'
import { PanelPicture } from './panel-details.tsx'

/** The edit that waits beside an image; contributors take it back, admins decide (requirements: #waiting-edits). */
export function WaitingEdit({ image, editor }: { image: ManagedImage; editor: ImageEditor }) {
  const isAdmin = useUser().role === 'admin'
  const [isRejecting, setIsRejecting] = useState(false)
  if (!image.waiting_edit) return null
  return (
    <section className="rounded-xl border border-line px-3.5 py-3">
      <h3 className="font-medium text-sm">{shared.editWaits}</h3>
      <p className="mt-0.5 mb-3 text-pretty text-soft text-xs">
        <DateTimeText at={image.waiting_edit.at} />.{' '}
        {isAdmin ? 'The image stays public either way.' : 'Until it is approved, visitors see the image as before.'}
      </p>
      {image.waiting_edit.file && <NewFile file={image.waiting_edit.file} title={image.title} />}
      <EditChanges image={image} />
      <div className="mt-3 flex flex-wrap gap-2">
        {isAdmin ? (
          <>
            <SmallButton
              className="main"
              onClick={() => editor.decideEdit(image, { status: 'approved' })}
              text="Approve edit"
            />
            <SmallButton onClick={() => setIsRejecting(true)} text={messages.rejectEdit} />
          </>
        ) : (
          <SmallButton onClick={() => editor.discardEdit(image)} text="Discard edit" />
        )}
      </div>
      {isRejecting && (
        <RejectionDialog
          title={messages.rejectEditsOf(1)}
          about={image.waiting_edit.file ? 'picture' : 'words'}
          onReject={(decision) => editor.decideEdit(image, decision)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </section>
  )
}

/** The file that is to take the place of the public one, with what was found in it. */
function NewFile({ file, title }: { file: WaitingFile; title: string }) {
  return (
    <figure className="mb-3 grid gap-1.5">
      <PanelPicture picture={file} alt={`New file of “${title}”`} />
      <figcaption className="text-soft text-xs">New file waits for review</figcaption>
      <Findings image={{ ...file, title }} />
    </figure>
  )
}
