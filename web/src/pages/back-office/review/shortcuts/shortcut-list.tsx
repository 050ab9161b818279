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
  ['G', messages.shortcutNames.list],
  ['Esc', messages.shortcutNames.leave],
  ['Ctrl Enter', messages.shortcutNames.send],
  ['?', messages.shortcutNames.keys],
] as const

/** All keys of review. */
export const ShortcutList = ({ onClose }: { onClose: () => void }) => <KeyDialog keys={shortcuts} onClose={onClose} />
