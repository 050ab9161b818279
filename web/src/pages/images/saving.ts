import type { ManagedImage } from '@vitrine/contract/lists'
import type { Fields } from './drafts.ts'
import { store } from './store.ts'

/** Seconds in which a save can be taken back (requirements: #delayed-save). */
const delay = 2

interface Save {
  image: ManagedImage
  fields: Fields
  send: () => void
}

/** The save that waits; one at a time, since the next one sends it. */
export const saving = store<(Save & { left: number }) | null>(null)

let clock: ReturnType<typeof setInterval> | undefined

export function saveSoon(save: Save) {
  saveNow()
  saving.set({ ...save, left: delay })
  clock = setInterval(tick, 1000)
  // On a phone nothing else tells that a page is left.
  document.addEventListener('visibilitychange', whenHidden)
  addEventListener('beforeunload', saveNow)
}

export function saveNow() {
  takeBack()?.send()
}

/** Answers what is not sent now. */
export function takeBack(): Save | null {
  const waiting = saving.read()
  clearInterval(clock)
  document.removeEventListener('visibilitychange', whenHidden)
  removeEventListener('beforeunload', saveNow)
  if (waiting) saving.set(null)
  return waiting
}

function tick() {
  const waiting = saving.read()
  if (waiting && waiting.left > 1) saving.set({ ...waiting, left: waiting.left - 1 })
  else saveNow()
}

const whenHidden = () => document.visibilityState === 'hidden' && saveNow()
