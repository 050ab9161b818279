import { Dialog } from './dialog.tsx'
import { useCharacterKeysSetting } from './keys.ts'

/** Texts of the dialog of keys. */
const messages = {
  keys: 'Keys',
  useKeys: 'Use the keys that are characters',
  keysHint: 'They rest while you type, and while Ctrl, Alt, Shift or Cmd is held.',
  close: 'Close',
}

interface KeyDialogProps {
  /** Each with what it does. */
  keys: readonly (readonly [string, string])[]
  onClose: () => void
}

/** A dialog that lists the keys of a page, and turns those off that are characters. */
export function KeyDialog({ keys, onClose }: KeyDialogProps) {
  const [areKeysOn, setAreKeysOn] = useCharacterKeysSetting()
  return (
    <Dialog title={messages.keys} onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-1.5 text-sm">
        {keys.map(([name, action]) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="key opacity-100!">{name}</kbd>
            </dt>
            <dd className="text-soft">{action}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-8 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          className="size-4.5"
          checked={areKeysOn}
          onChange={({ target }) => setAreKeysOn(target.checked)}
        />
        {messages.useKeys}
      </label>
      <p className="text-soft text-xs">{messages.keysHint}</p>
      <form method="dialog" className="mt-5 flex justify-end">
        <button type="submit" className="button main small">
          {messages.close}
        </button>
      </form>
    </Dialog>
  )
}

/** Shows a control's key, hidden from screen readers: they announce `aria-keyshortcuts`. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="key">
      {name}
    </span>
  )
}
