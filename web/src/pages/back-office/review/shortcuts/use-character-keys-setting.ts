import { useState } from 'react'

const storageKey = 'review-keys'

/** Whether character keys are on, remembered by the browser; speech input users need to turn them off (WCAG 2.1.4). */
export function useCharacterKeysSetting() {
  const [isOn, setIsOn] = useState(readSetting)
  return [
    isOn,
    (next: boolean) => {
      setIsOn(next)
      writeSetting(next)
    },
  ] as const
}

// Without storage access the setting is not remembered.
function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function writeSetting(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {}
}
