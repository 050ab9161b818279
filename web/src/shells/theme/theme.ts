import { useSyncExternalStore } from 'react'
import type { ThemeStorageKey } from '#api/page-protocol.ts'

/** Empty: the system's. */
export type Theme = '' | 'light' | 'dark'

/** All tabs share this key of local storage; entry/theme-script.ts puts its value on the html element. */
const storageKey: ThemeStorageKey = 'theme'

/** Stores the theme and applies it in all tabs; browsers send the event to the other tabs only. */
export function setTheme(theme: Theme) {
  if (theme) localStorage.setItem(storageKey, theme)
  else localStorage.removeItem(storageKey)
  dispatchEvent(new Event('storage'))
}

/** The chosen theme; the system's until hydration. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => '')
}

const readTheme = () => (document.documentElement.dataset.theme ?? '') as Theme

function subscribe(listener: () => void) {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
