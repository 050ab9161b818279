import type { BackdropStorageKey } from '#api/page-protocol.ts'
import { storedValue } from '#api/stored-value.ts'
import { setCustomBackdrop } from '#image-card/backdrop-switch.tsx'

const remembered = storedValue('backdrop' satisfies BackdropStorageKey, (text) => text ?? '', String)

/** Keeps a backdrop for the next images and visits (requirements: #backdrops). */
export const rememberBackdrop = remembered.store

/** Chooses the remembered backdrop, as the first script does before the first paint except for colours. */
export function restoreBackdrop(stage: HTMLElement) {
  const backdrop = remembered.read()
  if (!backdrop || stage.querySelector(':checked')) return
  if (/^#[\da-f]{6}$/.test(backdrop)) setCustomBackdrop(stage, backdrop)
  else
    for (const radio of stage.querySelectorAll<HTMLInputElement>('[name="backdrop"]'))
      radio.checked = radio.value === backdrop
}
