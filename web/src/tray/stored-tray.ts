import type { Card } from '@vitrine/contract/schemas/image'
import { useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'

/** The images that a visitor collects without an account, the oldest first (requirements: #tray). */
export const tray = storedValue<Card[]>('tray', parseTray)

const emptyTray: Card[] = []

/** The tray; empty on the server and until hydration. */
export const useTray = () => useSyncExternalStore(tray.subscribe, tray.read, () => emptyTray)

/** How the address of a shared tray ends: the ids follow, which browsers send to no server. */
export const sharedTrayHash = '#tray='

/** Without what another program, or another version of this one, may have stored. */
function parseTray(text: string | null): Card[] {
  try {
    const images: Card[] = JSON.parse(text!) ?? emptyTray
    return images.filter(({ id, slug, cloudflare_url }) => id > 0 && slug && cloudflare_url)
  } catch {
    return emptyTray
  }
}
