import { useState } from 'react'

const key = 'review-keys'

/** Whether single keys are used, as this browser was told the last time; who speaks to it can do without (WCAG 2.1.4). */
export function useKeysChoice() {
  const [on, choose] = useState(isOn)
  return [
    on,
    (next: boolean) => {
      choose(next)
      keep(next)
    },
  ] as const
}

// A browser that refuses storage forgets.
function isOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function keep(on: boolean) {
  try {
    if (on) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {}
}
