import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FileInspection } from '../inspection/inspect-file.ts'
import { splitIntoBatches } from '../sending/batches.ts'
import { type AttemptResult, type Outcome, type RetryWait, sendWithRetry } from '../sending/send-with-retry.ts'
import { concurrencyQueue } from './concurrency-queue.ts'
import { type Duplicate, findInList } from './duplicate.ts'
import { canRetry, isReady, type Metadata, type Upload, type UploadedImage, type UploadState } from './upload.ts'

/** What the page shows. */
export interface UploadListState {
  all: Upload[]
  /** When it is tried again, while something is in the way. */
  waiting: { until: number; unreachable: boolean } | null
}

interface UploadListDependencies {
  inspect: (file: File, isWanted: () => boolean) => Promise<FileInspection>
  /** The image that the person has already and that this is, or looks like; none where that cannot be found out. */
  findInLibrary: (look: FileInspection) => Promise<Duplicate | undefined>
  send: (
    batch: Upload[],
    isFirst: boolean,
    by: { signal: AbortSignal; onSent: (shares: number[]) => void },
  ) => Promise<AttemptResult<UploadedImage>>
  /** Nothing is on its way any more. */
  onEnd: (arrived: number) => void
}

/**
 * The files that a person has chosen, and how far each one is. It lives beside the pages: going to another one and coming
 * back changes nothing.
 */
export function createUploadList({ inspect: look, findInLibrary: having, send, onEnd }: UploadListDependencies) {
  let shown: UploadListState = { all: [], waiting: null }
  const listeners = new Set<() => void>()
  const inTurn = concurrencyQueue(limits.uploadConcurrency)
  const looks = new Map<number, Promise<void>>()
  const naps = new Set<{ until: number; unreachable: boolean; wake: () => void }>()
  let round = new AbortController()
  let arrived = 0
  let telling: ReturnType<typeof setTimeout> | undefined

  function tell() {
    clearTimeout(telling)
    telling = undefined
    for (const listener of listeners) listener()
  }

  /** Hundreds of files being looked at and sent would draw the page hundreds of times a second. */
  function tellSoon() {
    telling ??= setTimeout(tell, 60)
  }

  function change(one: (upload: Upload) => Upload) {
    shown = { ...shown, all: shown.all.map(one) }
  }

  function become(ids: Set<number>, state: UploadState) {
    change((one) => (ids.has(one.id) ? { ...one, ...state } : one))
  }

  const idsOf = (uploads: Upload[]) => new Set(uploads.map(({ id }) => id))
  const current = (id: number) => shown.all.find((one) => one.id === id)

  async function lookAt({ id, file }: Upload) {
    const seen = await look(file, () => current(id) !== undefined)
    if (!current(id)) return
    const thumbnail = thumbnailUrl(seen)
    const twin = seen.sha256 && shown.all.find((one) => one.inspection?.sha256 === seen.sha256 && one.state !== 'twice')
    change((one) => {
      if (one.id !== id) return one
      const known: Upload = { ...one, inspection: seen, thumbnail }
      if (seen.refusal) return { ...known, state: 'error', reason: seen.refusal, canRetry: false }
      return twin
        ? { ...known, state: 'twice', sameAs: twin.file.name }
        : { ...known, duplicate: findInList(shown.all, known) }
    })
    tellSoon()
    ended()
    if (!twin && !seen.refusal) void compare(id, seen)
  }

  /** Nobody waits for this: it may be sent before it is known. */
  async function compare(id: number, seen: FileInspection) {
    const alike = await having(seen)
    if (!alike) return
    change((one) => (one.id === id ? { ...one, duplicate: alike } : one))
    tellSoon()
  }

  /** Answers how many of the files were on the list already. */
  function add(files: File[]): number {
    const known = new Set(shown.all.map((one) => fileIdentity(one.file)))
    const fresh = files.filter((file) => !known.has(fileIdentity(file)))
    const added = fresh.map((file): Upload => ({ id: nextId++, file, edits: {}, state: 'ready' }))
    shown = { ...shown, all: [...shown.all, ...added] }
    for (const one of added) looks.set(one.id, lookAt(one).finally(() => looks.delete(one.id))) // biome-ignore format: one thought
    tell()
    return files.length - fresh.length
  }

  function say(id: number, typed: Partial<Metadata>) {
    change((one) => (one.id === id ? { ...one, edits: { ...one.edits, ...typed } } : one))
    tell()
  }

  /** Says the same of many; answers how to take it back. */
  function sayAll(ids: Set<number>, typed: (upload: Upload) => Partial<Metadata>): () => void {
    const before = new Map(shown.all.map((one) => [one.id, one.edits]))
    change((one) => (ids.has(one.id) ? { ...one, edits: { ...one.edits, ...typed(one) } } : one))
    tell()
    return () => {
      change((one) => (ids.has(one.id) ? { ...one, edits: before.get(one.id) ?? one.edits } : one))
      tell()
    }
  }

  /**
   * What is on its way stays. The first of those that were held back for one of these takes its place. Answers how to
   * take it back.
   */
  function remove(ids: Set<number>): () => void {
    const going = shown.all.filter((one) => ids.has(one.id) && one.state !== 'loading')
    for (const { thumbnail } of going) if (thumbnail) URL.revokeObjectURL(thumbnail)
    shown = { ...shown, all: shown.all.filter((one) => !going.includes(one)) }
    for (const { inspection: gone, state } of going) {
      const heir =
        state !== 'twice' && shown.all.find((one) => one.state === 'twice' && one.inspection?.sha256 === gone?.sha256)
      if (heir) become(new Set([heir.id]), { state: 'ready' })
    }
    change((one) => (one.duplicate?.where === 'list' && ids.has(one.duplicate.id) ? { ...one, duplicate: findInList(shown.all, one) } : one)) // biome-ignore format: one thought
    tell()
    return () => {
      const back = going.map((one) => ({ ...one, thumbnail: thumbnailUrl(one.inspection) }))
      // Who came first stands first.
      shown = { ...shown, all: [...shown.all, ...back].sort((a, b) => a.id - b.id) }
      tell()
    }
  }

  function start(which: Upload[]) {
    become(idsOf(which), { state: 'loading', sent: 0 })
    const { signal } = round
    for (const batch of splitIntoBatches(which)) inTurn(() => ship(idsOf(batch), signal))
    tell()
  }

  /** As it was before 'Upload': what has arrived has arrived, the rest is ready. */
  function stop() {
    round.abort()
    round = new AbortController()
    for (const nap of naps) nap.wake()
    become(idsOf(shown.all.filter((one) => one.state === 'loading')), { state: 'ready' })
    tell()
    ended()
  }

  async function ship(ids: Set<number>, signal: AbortSignal) {
    await Promise.all([...ids].map((id) => looks.get(id)))
    // Some were found wanting by that look.
    const batch = shown.all.filter((one) => ids.has(one.id) && one.state === 'loading')
    if (signal.aborted || !batch.length) return
    await sendWithRetry(batch, {
      signal,
      attempt: (left, isFirst) => send(left, isFirst, { signal, onSent: (shares) => progress(left, shares) }),
      pause: (wait) => nap(wait, signal),
      settle,
    })
  }

  function progress(batch: Upload[], shares: number[]) {
    const sent = new Map(batch.map(({ id }, at) => [id, shares[at]!]))
    change((one) => (one.state === 'loading' && sent.has(one.id) ? { ...one, sent: sent.get(one.id)! } : one))
    tellSoon()
  }

  function settle({ id }: Upload, outcome: Outcome<UploadedImage>) {
    if (outcome.state === 'success') arrived++
    become(new Set([id]), outcome)
    tellSoon()
    ended()
  }

  function ended() {
    if (!arrived || shown.all.some((one) => one.state === 'loading')) return
    onEnd(arrived)
    arrived = 0
  }

  /** Ends with its time, when the browser says that the line is back, when the person does not want to wait, or on 'Stop'. */
  async function nap({ milliseconds, isUnreachable: unreachable }: RetryWait, signal: AbortSignal) {
    if (signal.aborted) return
    const { promise, resolve: wake } = Promise.withResolvers<void>()
    const own = { until: Date.now() + milliseconds, unreachable, wake }
    const timer = setTimeout(wake, milliseconds)
    naps.add(own)
    showNaps()
    await promise
    clearTimeout(timer)
    naps.delete(own)
    showNaps()
  }

  function showNaps() {
    shown = { ...shown, waiting: [...naps].sort((a, b) => a.until - b.until)[0] ?? null }
    tell()
  }

  const tryNow = () => {
    for (const own of naps) own.wake()
  }

  return {
    read: () => shown,
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isWatched: () => listeners.size > 0,
    add,
    say,
    sayAll,
    remove,
    /** Sends all that are ready. */
    upload: () => start(shown.all.filter(isReady)),
    /** Sends these again, or all that failed without being at fault. */
    again: (ids?: Set<number>) => start(shown.all.filter((one) => canRetry(one) && (!ids || ids.has(one.id)))),
    stop,
    tryNow,
  }
}

export type UploadList = ReturnType<typeof createUploadList>

let nextId = 1

const thumbnailUrl = (look: FileInspection | undefined) => look?.thumbnail && URL.createObjectURL(look.thumbnail)

/** The same folder dropped twice. What is the same under another name is found by its bytes. */
const fileIdentity = ({ name, size, lastModified }: File) => [name, size, lastModified].join('/')
