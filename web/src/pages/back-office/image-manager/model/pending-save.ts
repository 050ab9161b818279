import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { ImageFields } from './drafts.ts'
import { createStore } from './external-store.ts'

/** Seconds in which a save can be undone (requirements: #delayed-save). */
const undoSeconds = 2

interface PendingSave {
  image: ManagedImage
  fields: ImageFields
  send: () => void
}

/** The pending save; at most one, since scheduling another one sends it. */
export const pendingSave = createStore<(PendingSave & { secondsLeft: number }) | null>(null)

let countdown: ReturnType<typeof setInterval> | undefined

export function scheduleSave(save: PendingSave) {
  flushSave()
  pendingSave.set({ ...save, secondsLeft: undoSeconds })
  countdown = setInterval(tick, 1000)
  // On phones this is the only event when a page is left.
  document.addEventListener('visibilitychange', flushWhenHidden)
  addEventListener('beforeunload', flushSave)
}

export function flushSave() {
  cancelSave()?.send()
}

/** Cancels and returns the pending save. */
export function cancelSave(): PendingSave | null {
  const pending = pendingSave.getSnapshot()
  clearInterval(countdown)
  document.removeEventListener('visibilitychange', flushWhenHidden)
  removeEventListener('beforeunload', flushSave)
  if (pending) pendingSave.set(null)
  return pending
}

function tick() {
  const pending = pendingSave.getSnapshot()
  if (pending && pending.secondsLeft > 1) pendingSave.set({ ...pending, secondsLeft: pending.secondsLeft - 1 })
  else flushSave()
}

const flushWhenHidden = () => document.visibilityState === 'hidden' && flushSave()
