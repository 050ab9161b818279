import type { FindingFilter, ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { review } from '@vitrine/contract/calls/back-office/review'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useReducer } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useImageRevision } from '#shells/back-office/live-images.ts'
import { findingParam } from '#ui/back-office/findings/finding-filter.tsx'
import { imagesSeen, needsFetch } from './lease-request.ts'
import {
  applyVerdict,
  changeImage,
  editRejection,
  emptySession,
  isDecided,
  itemOf,
  lastUndoable,
  markFetchFailed,
  mergeFetch,
  move,
  type Rejection,
  type ReviewSession,
  requestRefetch,
  requestRenewal,
  requeueSkipped,
  undo,
} from './review-session.ts'
import { useDecisions } from './use-decisions.ts'

type SessionUpdate = (session: ReviewSession) => ReviewSession

/** The part of the queue that is reviewed: one contributor's where `username` is not '', and by what was found. */
export interface QueueFilter {
  username: string
  finding: FindingFilter | undefined
}

export const parseQueueFilter = (search: URLSearchParams): QueueFilter => ({
  username: search.get('username') ?? '',
  finding: findingParam(search),
})

/** A review session over the queue, or a part of it; decisions are sent at once. */
export function useReviewSession(user: SignedInUser, filter: QueueFilter, requestedId: number | null) {
  const [session, update] = useReducer((current: ReviewSession, apply: SessionUpdate) => apply(current), {
    ...emptySession,
    requestedId,
  })
  const { decide, undo: undoDecision, settled, saving, notice } = useDecisions(user, update)
  useLeases({ session, update, settled, filter, user })

  return {
    session,
    saving,
    notice,
    approve() {
      const item = itemOf(session, session.currentId)
      if (item) decide(item.image, { status: 'approved' })
      update((current) => applyVerdict(current, 'approved'))
    },
    reject({ reason, note }: Rejection) {
      const item = itemOf(session, session.currentId)
      // A note without a reason counts as the reason 'other'.
      if (item) decide(item.image, { status: 'rejected', reason: reason ?? 'other', note: note.trim() })
      update((current) => applyVerdict(current, 'rejected'))
    },
    skip: () => update((current) => applyVerdict(current, 'skipped')),
    undo() {
      const last = lastUndoable(session)
      if (last && isDecided(last)) undoDecision(last.image)
      update(undo)
    },
    move: (step: 1 | -1) => update((current) => move(current, step)),
    editRejection: (change: Partial<Rejection>) => update((current) => editRejection(current, change)),
    changeImage: (id: number, change: Partial<ManagedImage>) => update((current) => changeImage(current, id, change)),
    requeueSkipped: () => update(requeueSkipped),
    refetch: () => update(requestRefetch),
  }
}

/** Milliseconds after which leases are renewed; a hidden page lets them expire. */
const renewalMs = 30_000

/** Leases more of the queue before it runs out, and follows what others decide. */
function useLeases({ session, update, settled, filter, user }: LeaseOptions) {
  const { send } = useAppContext()
  const { username, finding } = filter
  const isNeeded = needsFetch(session)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a running fetch must survive other changes of the session
  useEffect(() => {
    if (!isNeeded) return
    const abort = new AbortController()
    const fetchMore = async () => {
      // Else what is decided and on its way would be leased once more.
      await settled()
      const body = { username, finding, ...imagesSeen(session) }
      const lease = await apiClient(send, abort.signal)(review.lease, { body })
      return { ...lease, revision: session.revision, wanted: session.wantedFetch }
    }
    fetchMore().then(
      (fetched) => abort.signal.aborted || update((current) => mergeFetch(current, fetched)),
      () => abort.signal.aborted || update((current) => markFetchFailed(current, session.wantedFetch)),
    )
    return () => abort.abort()
  }, [isNeeded, session.fetchCount, send, username, finding, update])

  const revision = useImageRevision(user)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when images have changed
  useEffect(() => {
    const renew = () => document.visibilityState === 'visible' && update(requestRenewal)
    renew()
    const timer = setInterval(renew, renewalMs)
    addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      removeEventListener('visibilitychange', renew)
    }
  }, [revision, update])
}

interface LeaseOptions {
  session: ReviewSession
  update: (apply: SessionUpdate) => void
  settled: () => Promise<void>
  filter: QueueFilter
  user: SignedInUser
}
