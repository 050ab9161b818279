import { allLists, type FindingFilter } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useReducer } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import type { FindingsChange } from '#shells/back-office/use-overruling.ts'
import type { DecisionQueue } from './decision-queue.ts'
import { fetchQueue } from './fetch-queue.ts'
import {
  applyVerdict,
  changeFindings,
  editRejection,
  emptySession,
  isDecided,
  itemOf,
  markFetchFailed,
  mergeFetch,
  move,
  needsFetch,
  type Rejection,
  type ReviewSession,
  requestRefetch,
  requeueSkipped,
  undo,
} from './review-session.ts'
import { useDecisionQueue } from './use-decision-queue.ts'

type SessionUpdate = (session: ReviewSession) => ReviewSession

/** The part of the queue that is reviewed: one contributor's where `username` is not '', and by what was found. */
export interface QueueFilter {
  username: string
  finding: FindingFilter | undefined
}

/** A review session over the queue, or a part of it; decisions are held back for a moment, then sent. */
export function useReviewSession(user: SignedInUser, filter: QueueFilter) {
  const [session, update] = useReducer((current: ReviewSession, apply: SessionUpdate) => apply(current), emptySession)
  const { queue, saving, notice } = useDecisionQueue(user, update)
  useQueueFetch(session, update, queue, filter)

  return {
    session,
    saving,
    notice,
    approve() {
      const item = itemOf(session, session.currentId)
      if (item) queue.decide(item.image, { status: 'approved' })
      update((current) => applyVerdict(current, 'approved'))
    },
    reject({ reason, note }: Rejection) {
      const item = itemOf(session, session.currentId)
      // A note without a reason counts as the reason 'other'.
      if (item) queue.decide(item.image, { status: 'rejected', reason: reason ?? 'other', note: note.trim() })
      update((current) => applyVerdict(current, 'rejected'))
    },
    skip: () => update((current) => applyVerdict(current, 'skipped')),
    undo() {
      const item = itemOf(session, session.undoStack.at(-1) ?? null)
      if (item && isDecided(item)) queue.undo(item.image)
      update(undo)
    },
    move: (step: 1 | -1) => update((current) => move(current, step)),
    editRejection: (change: Partial<Rejection>) => update((current) => editRejection(current, change)),
    changeFindings: (id: number, change: FindingsChange) => update((current) => changeFindings(current, id, change)),
    requeueSkipped: () => update(requeueSkipped),
    refetch: () => update(requestRefetch),
  }
}

/** Fetches more of the queue before it runs out. */
function useQueueFetch(
  session: ReviewSession,
  update: (apply: SessionUpdate) => void,
  queue: DecisionQueue,
  { username, finding }: QueueFilter,
) {
  const { send } = useAppContext()
  const isNeeded = needsFetch(session)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a running fetch must survive other changes of the session
  useEffect(() => {
    if (!isNeeded) return
    const abort = new AbortController()
    const call = apiClient(send, abort.signal)
    const fetchMore = async () => {
      const { revision, items } = session
      const unsavedIds = await queue.unsavedIds()
      const fetchPage = (page: number) =>
        call(allLists.pending, { query: { page, username, finding, order: 'oldest' } })
      const known = new Set(items.map(({ image }) => image.id))
      return { ...(await fetchQueue(fetchPage, known)), revision, unsavedIds }
    }
    fetchMore().then(
      (fetched) => abort.signal.aborted || update((current) => mergeFetch(current, fetched)),
      () => abort.signal.aborted || update(markFetchFailed),
    )
    return () => abort.abort()
  }, [isNeeded, session.fetchCount, send, queue, username, finding, update])
}
