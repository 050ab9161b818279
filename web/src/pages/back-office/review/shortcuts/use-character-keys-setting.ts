import { useState } from 'react'

const storageKey = 'review-keys'

/** Whether single keys are used, as this browser was told the last time; who speaks to it can do without (WCAG 2.1.4). */
export function useCharacterKeysSetting() {
  const [on, choose] = useState(readSetting)
  return [
    on,
    (next: boolean) => {
      choose(next)
      writeSetting(next)
    },
  ] as const
}

// A browser that refuses storage forgets.
function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function writeSetting(on: boolean) {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {}
}
