import Contrast from 'lucide-react/icons/contrast'
import { useSyncExternalStore } from 'react'
import type { ThemeStorageKey } from '#api/page-protocol.ts'

/** Texts of the theme switch (requirements: #theme). */
const messages = {
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}

/** A menu of the themes behind an icon: the browser's own, so that it needs no script of ours to open. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <label className="theme-switch scripted">
      <Contrast size={20} />
      <select aria-label={messages.theme} value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
        <option value="">{messages.system}</option>
        <option value="light">{messages.light}</option>
        <option value="dark">{messages.dark}</option>
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
