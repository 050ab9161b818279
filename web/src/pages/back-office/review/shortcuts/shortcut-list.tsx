import { KeyDialog } from '#ui/back-office/key-dialog.tsx'
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
  ['E', messages.shortcutNames.edit],
  ['F', messages.shortcutNames.zoom],
  ['+ −', messages.shortcutNames.zoomSteps],
  ['M', messages.shortcutNames.showFindings],
  ['V', messages.shortcutNames.overrule],
  ['Esc', messages.shortcutNames.leave],
  ['Ctrl Enter', messages.shortcutNames.send],
  ['?', messages.shortcutNames.keys],
] as const

interface ShortcutListProps {
  isOn: boolean
  setIsOn: (isOn: boolean) => void
  onClose: () => void
}

/** A list of all keys, and the setting that turns them off. */
export function ShortcutList({ isOn, setIsOn, onClose }: ShortcutListProps) {
  return (
    <KeyDialog title={messages.shortcuts} keys={shortcuts} closeLabel={messages.compareClose} onClose={onClose}>
      <label className="mt-4 flex min-h-8 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          className="size-4.5"
          checked={isOn}
          onChange={(event) => setIsOn(event.target.checked)}
        />
        {messages.useShortcuts}
      </label>
      <p className="text-soft text-xs">{messages.shortcutsHint}</p>
    </KeyDialog>
  )
}
