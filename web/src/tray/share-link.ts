import * as limits from '@vitrine/contract/vocabulary/limits'
import { sharedTrayHash } from './stored-tray.ts'

/** The link that holds a tray: the ids in base 36, so that 12 images take some 50 characters. */
export const shareLink = (siteUrl: string, ids: number[]) =>
  `${siteUrl}/${sharedTrayHash}${ids.map((id) => id.toString(36)).join('.')}`

/** The ids of a shared tray, each once; what is no id is left out. */
export function sharedIds(hash: string): number[] {
  if (!hash.startsWith(sharedTrayHash)) return []
  const parts = hash.slice(sharedTrayHash.length).toLowerCase().split('.')
  const ids = parts.filter((part) => /^[1-9a-z][\da-z]{0,6}$/.test(part)).map((part) => Number.parseInt(part, 36))
  return [...new Set(ids)].filter((id) => id < 1e10).slice(0, limits.trayImages)
}
