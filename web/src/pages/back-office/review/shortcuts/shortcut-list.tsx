import { messages } from '../messages.ts'

const shortcuts = [
  ['A', messages.shortcutNames.approve],
  ['X', messages.shortcutNames.reject],
  ['1–0, J, D, O', messages.shortcutNames.reasons],
  ['S', messages.shortcutNames.skip],
  ['Z', messages.shortcutNames.undo],
  ['←', messages.shortcutNames.previous],
  ['→', messages.shortcutNames.next],
  ['B', messages.shortcutNames.backdrop],
  ['M', messages.shortcutNames.showFindings],
  ['V', messages.shortcutNames.overrule],
  ['Esc', messages.shortcutNames.leave],
  ['Ctrl Enter', messages.shortcutNames.send],
] as const

interface ShortcutListProps {
  isOn: boolean
  setIsOn: (isOn: boolean) => void
}

/** A list of all keys, and the setting that turns them off. */
export function ShortcutList({ isOn, setIsOn }: ShortcutListProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 font-medium">{messages.shortcuts}</summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
        {shortcuts.map(([name, description]) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="key">{name}</kbd>
            </dt>
            <dd className="text-soft">{description}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-3 flex min-h-8 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4.5"
          checked={isOn}
          onChange={(event) => setIsOn(event.target.checked)}
        />
        {messages.useShortcuts}
      </label>
      <p className="text-soft text-xs">{messages.shortcutsHint}</p>
    </details>
  )
}
