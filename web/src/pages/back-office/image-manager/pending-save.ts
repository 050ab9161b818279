import { beforeLogout } from '#api/session.ts'
import { askUntil } from './drafts.ts'
import { createStore } from './external-store.ts'

export interface PendingSave {
  /** The images whose opening undoes it. */
  ids: ReadonlySet<number>
  /** What the notice says while it can be undone. */
  label: (secondsLeft: number) => string
  /** Seconds in which it can be undone (requirements: #delayed-save, #bulk-undo, #decision-undo). */
  undoSeconds: number
  /** Answers whether it was stored; left out for what is stored already. */
  send?: () => Promise<boolean>
  /** Whether it takes several calls: a page that goes can send one. */
  isLong?: boolean
  undo: () => void
}

/** The pending save; at most one, since scheduling another one sends it. */
export const pendingSave = createStore<(PendingSave & { secondsLeft: number }) | null>(null)

let countdown: ReturnType<typeof setInterval> | undefined

export function scheduleSave(save: PendingSave) {
  void flushSave()
  pendingSave.set({ ...save, secondsLeft: save.undoSeconds })
  countdown = setInterval(tick, 1000)
  // On phones this is the only event when a page is left.
  document.addEventListener('visibilitychange', flushWhenHidden)
  addEventListener('beforeunload', flushBeforeUnload)
}

/** Ends with the last save: one is sent after the other, since it names the versions that the one before has made. */
let sending = Promise.resolve(true)

/** Sends the pending save at once; answers whether it was stored, or there was none. Never rejects. */
export function flushSave(): Promise<boolean> {
  const send = takeSave()?.send
  sending = sending.then(send ?? (() => true)).catch(() => false)
  return send ? askUntil(sending) : sending
}

beforeLogout.add(flushSave)

/** Undoes the pending save, or what was stored, as if it had never been made. */
export function undoSave() {
  takeSave()?.undo()
}

function takeSave(): PendingSave | null {
  const pending = pendingSave.getSnapshot()
  clearInterval(countdown)
  document.removeEventListener('visibilitychange', flushWhenHidden)
  removeEventListener('beforeunload', flushBeforeUnload)
  if (pending) pendingSave.set(null)
  return pending
}

function tick() {
  const pending = pendingSave.getSnapshot()
  if (pending && pending.secondsLeft > 1) pendingSave.set({ ...pending, secondsLeft: pending.secondsLeft - 1 })
  else void flushSave()
}

function flushBeforeUnload(event: Event) {
  if (pendingSave.getSnapshot()?.isLong) event.preventDefault()
  void flushSave()
}

const flushWhenHidden = () => document.visibilityState === 'hidden' && pendingSave.getSnapshot()?.send && flushSave()
