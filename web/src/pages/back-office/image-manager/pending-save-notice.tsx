import { messages } from './messages.ts'
import { useStoreValue } from './model/external-store.ts'
import { pendingSave, undoSave } from './model/pending-save.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The countdown of the pending save, with undo. */
export function PendingSaveNotice() {
  const pending = useStoreValue(pendingSave)
  useShortcuts({ 'Control+z': pending ? undoSave : undefined })
  return (
    <div role="status">
      {pending && (
        <div className="pending-save glass">
          <span className="tabular-nums">{pending.label(pending.secondsLeft)}</span>
          <span aria-hidden="true">·</span>
          <button type="button" className="link min-h-6 cursor-pointer font-semibold" onClick={undoSave}>
            {messages.undo}
          </button>
        </div>
      )}
    </div>
  )
}
