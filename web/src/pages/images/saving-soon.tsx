import { saving } from './saving.ts'
import { useStored } from './store.ts'
import { useKeys } from './use-keys.ts'
import { words } from './words.ts'

/** The save that waits, as long as it can be taken back. */
export function SavingSoon({ onUndo }: { onUndo: () => void }) {
  const waiting = useStored(saving)
  useKeys({ 'Control+z': waiting ? onUndo : undefined })
  return (
    <div role="status">
      {waiting && (
        <div className="saving-soon glass">
          <span className="tabular-nums">{words.savingIn(waiting.left)}</span>
          <span aria-hidden="true">·</span>
          <button type="button" className="link min-h-6 cursor-pointer font-semibold" onClick={onUndo}>
            {words.undo}
          </button>
        </div>
      )}
    </div>
  )
}
