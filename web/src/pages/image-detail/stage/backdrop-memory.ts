import type { BackdropStorageKey } from '#api/page-protocol.ts'
import { setCustomBackdrop } from '#image-card/backdrop-switch.tsx'

const key: BackdropStorageKey = 'backdrop'

/** Keeps a backdrop for the next images and visits (requirements: #backdrops). */
export function rememberBackdrop(backdrop: string) {
  try {
    localStorage.setItem(key, backdrop)
  } catch {} // the browser refuses storage
}

/**
 * Chooses the remembered backdrop, unless one was chosen before hydration. The first script does the same before the
 * first paint, except for colours.
 */
export function restoreBackdrop(stage: HTMLElement) {
  const backdrop = rememberedBackdrop()
  if (!backdrop || stage.querySelector(':checked')) return
  if (/^#[\da-f]{6}$/.test(backdrop)) setCustomBackdrop(stage, backdrop)
  else
    for (const radio of stage.querySelectorAll<HTMLInputElement>('[name="backdrop"]'))
      radio.checked = radio.value === backdrop
}

function rememberedBackdrop(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
