import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { ImageFields } from './drafts.ts'
import { createStore } from './external-store.ts'

/** Seconds in which a save can be taken back (requirements: #delayed-save). */
const undoSeconds = 2

interface PendingSave {
  image: ManagedImage
  fields: ImageFields
  send: () => void
}

/** The save that waits; one at a time, since the next one sends it. */
export const pendingSave = createStore<(PendingSave & { left: number }) | null>(null)

let countdown: ReturnType<typeof setInterval> | undefined

export function scheduleSave(save: PendingSave) {
  flushSave()
  pendingSave.set({ ...save, left: undoSeconds })
  countdown = setInterval(tick, 1000)
  // On a phone nothing else tells that a page is left.
  document.addEventListener('visibilitychange', flushWhenHidden)
  addEventListener('beforeunload', flushSave)
}

export function flushSave() {
  cancelSave()?.send()
}

/** Answers what is not sent now. */
export function cancelSave(): PendingSave | null {
  const waiting = pendingSave.read()
  clearInterval(countdown)
  document.removeEventListener('visibilitychange', flushWhenHidden)
  removeEventListener('beforeunload', flushSave)
  if (waiting) pendingSave.set(null)
  return waiting
}

function tick() {
  const waiting = pendingSave.read()
  if (waiting && waiting.left > 1) pendingSave.set({ ...waiting, left: waiting.left - 1 })
  else flushSave()
}

const flushWhenHidden = () => document.visibilityState === 'hidden' && flushSave()
