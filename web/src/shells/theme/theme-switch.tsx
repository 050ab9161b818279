import Contrast from 'lucide-react/icons/contrast'
import { messages } from './messages.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'

/** A menu of the themes behind an icon: the browser's own, so that it needs no script of ours to open. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <label className="theme-switch scripted">
      <Contrast aria-hidden="true" size={20} />
      <select aria-label={messages.theme} value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
        <option value="">{messages.system}</option>
        <option value="light">{messages.light}</option>
        <option value="dark">{messages.dark}</option>
      </select>
    </label>
  )
}
