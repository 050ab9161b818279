import { messages } from './messages.ts'
import { useStoreValue } from './model/external-store.ts'
import { pendingSave } from './model/pending-save.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** The save that waits, as long as it can be taken back. */
export function PendingSaveNotice({ onUndo }: { onUndo: () => void }) {
  const waiting = useStoreValue(pendingSave)
  useShortcuts({ 'Control+z': waiting ? onUndo : undefined })
  return (
    <div role="status">
      {waiting && (
        <div className="pending-save glass">
          <span className="tabular-nums">{messages.savingIn(waiting.left)}</span>
          <span aria-hidden="true">·</span>
          <button type="button" className="link min-h-6 cursor-pointer font-semibold" onClick={onUndo}>
            {messages.undo}
          </button>
        </div>
      )}
    </div>
  )
}
