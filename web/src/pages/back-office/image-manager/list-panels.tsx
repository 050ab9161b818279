import type { RefObject } from 'react'
import { useUser } from '#api/back-office.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { useKeymap } from '#ui/back-office/keys.ts'
import { emptyChange } from './bulk/bulk-change.ts'
import { BulkPanel } from './bulk/bulk-panel.tsx'
import type { useBulkTask } from './bulk/use-bulk-actions.ts'
import { useStoreValue } from './external-store.ts'
import { type ListedImage, type ListName, useListedImage } from './image-list-query.ts'
import { messages } from './messages.ts'
import { pendingSave, undoSave } from './pending-save.ts'
import { RejectionDialog } from './rejection-fields.tsx'
import { SidePanel } from './side-panel/side-panel.tsx'
import type { ImageEditor } from './use-image-editor.ts'
import type { ListParamsState } from './use-list-params.ts'

interface ListPanelsProps {
  name: ListName
  images: ListedImage[]
  openImage: ListedImage | undefined
  params: ListParamsState
  editor: ImageEditor
  tasks: Pick<ReturnType<typeof useBulkTask>, 'task' | 'save' | 'close'>
  startField: RefObject<string | null>
  onRestore: (image: ListedImage) => void
  /** Called after the form of many images was closed. */
  onClosed: () => void
}

export function ListPanels({ name, openImage, params, tasks, onRestore, onClosed, ...rest }: ListPanelsProps) {
  const { role } = useUser()
  const { task } = tasks
  const closeTask = () => {
    tasks.close()
    onClosed()
  }
  return (
    <>
      {task?.initial.isOfEdits && (
        <RejectionDialog
          title={messages.rejectEditsOf(task.images.length)}
          about="words"
          onReject={(decision) => tasks.save({ ...emptyChange, ...task.initial, ...decision })}
          onClose={closeTask}
        />
      )}
      {task && !task.initial.isOfEdits && (
        <BulkPanel
          note={role === 'user' && name !== 'draft' && 'What is public stays as it is until the edits are approved.'}
          mayDecide={role === 'admin' && name !== 'draft'}
          count={task.images.length}
          initial={task.initial}
          onSave={tasks.save}
          onClose={closeTask}
        />
      )}
      {openImage && (
        <SidePanel
          {...rest}
          notice={<PendingSaveNotice />}
          image={openImage}
          // A rejected image waits for review again, on another list.
          onReplaced={() => name === 'rejected' && params.close()}
          onRestore={() => onRestore(openImage)}
          onClose={params.close}
        />
      )}
    </>
  )
}

/** The image of the panel: on this page, or wherever it is. */
export function useOpenImage(name: ListName, id: number | null, images: ListedImage[] | undefined) {
  const onPage = images?.find((image) => image.id === id)
  const isElsewhere = id !== null && images !== undefined && !onPage
  const elsewhere = useListedImage(name === 'draft' ? name : 'total', id, isElsewhere)
  return { openImage: onPage ?? elsewhere ?? undefined, isMissing: elsewhere === null }
}

export function PendingSaveNotice() {
  const pending = useStoreValue(pendingSave)
  useKeymap('page', [{ keys: ['z', 'Control+z'], does: 'Undo', run: pending ? undoSave : undefined }])
  return (
    <div role="status">
      {pending && (
        <div className="pending-save glass">
          <span className="tabular-nums">{pending.label(pending.secondsLeft)}</span>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            className="link min-h-6 cursor-pointer font-semibold"
            aria-keyshortcuts="Z"
            onClick={undoSave}
          >
            {messages.undo}
            <KeyHint name="Z" className="max-lg:hidden" />
          </button>
        </div>
      )}
    </div>
  )
}
