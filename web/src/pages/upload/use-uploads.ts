import type { Reply } from '@vitrine/contract/endpoint'
import { limits } from '@vitrine/contract/limits'
import { uploads } from '@vitrine/contract/uploads'
import { useMemo, useReducer } from 'react'
import { type CallError, caller, type Send } from '../../call.ts'
import { useSurroundings } from '../../surroundings.ts'
import { inTurns } from './in-turns.ts'
import { words } from './words.ts'

type Taken = Reply<typeof uploads.upload>['images'][number]

/** One file on its way: loading, then success or error (spec section 4). `again`: nothing was wrong with the file itself. */
export type Upload = { id: number; file: File } & (
  | { state: 'loading' }
  | { state: 'success'; image: Taken }
  | { state: 'error'; reason: string; again: boolean }
)

/** Everything that was chosen on this page, and the ways to add to it. */
export function useUploads() {
  const { send } = useSurroundings()
  const [all, change] = useReducer(changed, [])
  const inTurn = useMemo(() => inTurns(limits.uploadConcurrency), [])

  const upload = (files: File[]) => {
    const added = files.map((file): Upload => ({ id: nextId++, file, state: 'loading' }))
    change(added)
    for (const batch of batches(added)) inTurn(async () => change(await sent(send, batch)))
  }
  const refuse = (refused: { file: File; reason: string }[]) =>
    change(refused.map(({ file, reason }) => ({ id: nextId++, file, state: 'error', reason, again: false })))
  const again = () => {
    const failed = all.filter((one) => one.state === 'error' && one.again)
    change(failed.map(({ id, file }) => ({ id, file, state: 'loading' })))
    for (const batch of batches(failed)) inTurn(async () => change(await sent(send, batch)))
  }
  return { all, upload, refuse, again }
}

let nextId = 1

/** Each one replaces what it was before; new ones follow. */
function changed(all: Upload[], news: Upload[]): Upload[] {
  const next = new Map(all.map((one) => [one.id, one]))
  for (const one of news) next.set(one.id, one)
  return [...next.values()]
}

function batches(files: Upload[]): Upload[][] {
  const starts = Array.from({ length: Math.ceil(files.length / limits.uploadBatch) }, (_, i) => i * limits.uploadBatch)
  return starts.map((start) => files.slice(start, start + limits.uploadBatch))
}

/** Sends one batch and says of each of its files how it went. */
async function sent(send: Send, batch: Upload[]): Promise<Upload[]> {
  const form = new FormData()
  for (const { file } of batch) form.append('images', file)
  try {
    const { images, errors } = await caller(send)(uploads.upload, { form })
    return batch.map(({ id, file }, index) => {
      const image = images.find((one) => one.index === index)
      if (image) return { id, file, state: 'success', image }
      const { code, message: reason } = errors.find((one) => one.index === index) ?? { message: words.noReason }
      return { id, file, state: 'error', reason, again: code === 'busy' }
    })
  } catch (error) {
    return batch.map(({ id, file }, index) => ({ id, file, state: 'error', ...reasonOf(error, index) }))
  }
}

/** A refused batch names its files by their place: 'images.3'. Without that, it was the batch that failed. */
function reasonOf(error: unknown, index: number): { reason: string; again: boolean } {
  const refusal = error as CallError
  const own = refusal.fields?.find(({ at }) => Number(/\d+$/.exec(at)?.[0]) === index)
  return own ? { reason: own.message, again: false } : { reason: refusal.message, again: true }
}
