import Contrast from 'lucide-react/icons/contrast'
import { useSyncExternalStore } from 'react'
import type { ThemeStorageKey } from '#api/page-protocol.ts'

/** A menu of the themes behind an icon (requirements: #theme): the browser's own, which opens without our script. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <label className="theme-switch round scripted">
      <Contrast size={20} />
      <select aria-label="Theme" value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
        <option value="">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}

/** Empty: the system's. */
type Theme = '' | 'light' | 'dark'

/** All tabs share this key of local storage; entry/theme-script.ts puts its value on the html element. */
const storageKey: ThemeStorageKey = 'theme'

/** Stores the theme and applies it in all tabs; browsers send the event to the other tabs only. */
function setTheme(theme: Theme) {
  if (theme) localStorage.setItem(storageKey, theme)
  else localStorage.removeItem(storageKey)
  dispatchEvent(new Event('storage'))
}

/** The chosen theme; the system's until hydration. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => '')
}

const readTheme = () => (document.documentElement.dataset.theme ?? '') as Theme

function subscribe(listener: () => void) {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
