import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { type FindingFilter, findingFilters, type ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { review } from '@vitrine/contract/calls/back-office/review'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '#api/api-client.ts'
import { useApi } from '#api/app-context.ts'
import { eachVisit, useReadQuery, useRefresh } from '#api/back-office.ts'
import { useImageRevision } from '#shells/back-office/live-images.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useConfirmation } from '#ui/use-confirmation.ts'
import { askUntil } from '../image-manager/drafts.ts'
import { messages } from './messages.ts'
import {
  applyVerdict,
  changeImage,
  editRejection,
  emptySession,
  imagesSeen,
  isDecided,
  itemOf,
  lastUndoable,
  mergeLease,
  move,
  needsLease,
  type QueueItem,
  type Rejection,
  type ReviewSession,
  removeItem,
  requeue,
  requeueSkipped,
  undo,
  updateItem,
} from './review-session.ts'

/** The part of the queue that is reviewed: one contributor's where `username` is not '', and by what was found. */
export interface QueueFilter {
  username: string
  finding: FindingFilter | undefined
}

export const parseQueueFilter = (search: URLSearchParams): QueueFilter => ({
  username: search.get('username') ?? '',
  finding: findingFilters.find((one) => one === search.get('finding')),
})

/** A review session over the queue, or a part of it; decisions and leases are sent one after the other. */
export function useReviewSession(filter: QueueFilter, requestedId: number | null) {
  const [session, setSession] = useState<ReviewSession>({ ...emptySession, requestedId })
  const [notice, setNotice] = useConfirmation('', 12_000)
  const refresh = useRefresh()
  // What is shown now is polled.
  const { saving, inLine, sendInLine } = useLine(() => void refresh('none'))
  const whatBecameOf = useWhatBecameOf()
  // A decision that is sent must still arrive when the page goes.
  const call = useApi({ keepalive: true })
  const latest = useRef(session)
  const update = (apply: (session: ReviewSession) => ReviewSession) => {
    latest.current = apply(latest.current)
    setSession(latest.current)
  }

  const lease = useLeases(needsLease(session), inLine, async () => {
    const body = { ...filter, ...imagesSeen(latest.current) }
    await call(review.lease, { body }).then(
      (reply) => update((current) => mergeLease(current, reply)),
      () => update((current) => ({ ...current, hasFailed: true })),
    )
  })

  const change = (image: ManagedImage, run: () => Promise<boolean>, recover: (error: ApiError) => void) =>
    sendInLine(run, async (error) => {
      const line = await whatBecameOf(image, error)
      if (line) {
        setNotice(line)
        update((current) => removeItem(current, image.id))
      } else recover(error)
      lease()
    })

  const setAct = (id: number, act: QueueItem['act']) => update((current) => updateItem(current, id, { act }))
  const decide = (verdict: 'approved' | 'rejected', said: { reason?: RejectionReason; note?: string }) => {
    const image = itemOf(session, session.currentId)?.image
    if (!image) return
    const { id, title } = image
    const store = async () => {
      // An undo on the way has given it another version.
      const { version } = itemOf(latest.current, id)?.image ?? image
      const body = { image_ids: [id], versions: [version], status: verdict, ...said }
      const { act } = await call(backOffice.bulkUpdate, { body })
      setAct(id, act)
      setTimeout(() => itemOf(latest.current, id)?.act === act && setAct(id, null), limits.undoSeconds * 1000)
      return true
    }
    change(image, store, ({ message }) => {
      toast('error', `“${title}” may still be undecided: ${message} It is up again next.`)
      update((current) => requeue(current, id))
    })
    update((current) => applyVerdict(current, verdict))
  }

  return {
    session,
    saving,
    notice,
    approve: () => decide('approved', {}),
    // A note without a reason counts as the reason 'other'.
    reject: ({ reason, note }: Rejection) => decide('rejected', { reason: reason ?? 'other', note: note.trim() }),
    skip: () => update((current) => applyVerdict(current, 'skipped')),
    undo() {
      const last = lastUndoable(session)
      update(undo)
      if (!last || !isDecided(last)) return
      const { id } = last.image
      // It is kept here, since the item forgets it when its ten seconds are over.
      let { act } = last
      const undoAct = async () => {
        act ??= itemOf(latest.current, id)?.act
        // What was not stored needs no undo; where the answer was lost, the next lease tells whether it was.
        if (!act) return false
        const { images } = await call(backOffice.undo, { params: { id: act } })
        update((current) => changeImage(current, id, { version: images[0]!.version }))
        return true
      }
      // What was not undone is decided still.
      change(last.image, undoAct, ({ message }) => {
        toast('error', `${backOffice.undo.messages.failed} ${message}`)
        update((current) => removeItem(current, id))
      })
    },
    move: (step: 1 | -1) => update((current) => move(current, step)),
    editRejection: (change: Partial<Rejection>) => update((current) => editRejection(current, change)),
    changeImage: (id: number, change: Partial<ManagedImage>) => update((current) => changeImage(current, id, change)),
    requeueSkipped: () => update(requeueSkipped),
    refetch: () => update((current) => ({ ...current, hasFailed: false, isComplete: false })),
  }
}

/** Calls one after the other; how many that are sent are on their way, and whether the last of them stored anything. */
function useLine(onAnswer: () => void) {
  const line = useRef(Promise.resolve())
  const [saving, setSaving] = useState<SavingState>({ sending: 0, isSaved: false })
  const inLine = (run: () => Promise<void>) => {
    line.current = line.current.then(run)
    return line.current
  }
  return {
    saving,
    inLine,
    sendInLine(run: () => Promise<boolean>, recover: (error: ApiError) => Promise<void>) {
      setSaving(({ sending, isSaved }) => ({ sending: sending + 1, isSaved }))
      const answered = inLine(async () => {
        const result = await untilAnswered(run).catch((error: ApiError) => error)
        setSaving(({ sending }) => ({ sending: sending - 1, isSaved: result === true }))
        onAnswer()
        if (typeof result !== 'boolean') await recover(result)
      })
      void askUntil(answered)
    },
  }
}

/** Milliseconds between two tries to reach a server that does not answer. */
const retryMs = 5_000

/** Runs again until there is an answer; where one was lost, the versions sent keep it from being done twice. */
async function untilAnswered<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if ((error as ApiError).status !== 0) throw error
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return await untilAnswered(run)
  }
}

export interface SavingState {
  sending: number
  isSaved: boolean
}

/** Says what became of an image that has left the queue; '' where something else went wrong. */
function useWhatBecameOf() {
  const readQuery = useReadQuery()
  const cache = useQueryClient()
  return async ({ id, title }: ManagedImage, { code }: ApiError): Promise<string> => {
    if (code === 'image_not_found') return `“${title}”: It was deleted meanwhile.`
    if (code !== 'changed_meanwhile') return ''
    const history = { ...readQuery(backOffice.history, { params: { id } }), ...eachVisit }
    const { decisions } = await cache.fetchQuery(history).catch(() => ({ decisions: [] }))
    return messages.lostRace(title, decisions[0])
  }
}

/** Milliseconds after which leases are renewed; a hidden page lets them expire. */
const renewalMs = 30_000

/** Leases more before the queue runs out, at intervals and after changes; in line, or what is decided comes again. */
function useLeases(isNeeded: boolean, inLine: (run: () => Promise<void>) => void, fetchMore: () => Promise<void>) {
  const isDue = useRef(false)
  const lease = () => {
    if (isDue.current) return
    isDue.current = true
    inLine(() => {
      isDue.current = false
      return fetchMore()
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when more is needed
  useEffect(() => {
    if (isNeeded) lease()
  }, [isNeeded])
  const revision = useImageRevision()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when images have changed
  useEffect(() => {
    const renew = () => document.visibilityState === 'visible' && lease()
    renew()
    const timer = setInterval(renew, renewalMs)
    addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      removeEventListener('visibilitychange', renew)
    }
  }, [revision])
  return lease
}
