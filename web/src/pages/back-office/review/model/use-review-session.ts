import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { allLists, type FindingFilter, type ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useReducer, useRef, useState } from 'react'
import { type ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { decisionHistoryQuery } from '#shells/back-office/decision-history-query.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import type { FindingsChange } from '#shells/back-office/use-overruling.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import { createDecisionSender, type StatusChange } from './decision-sender.ts'
import { fetchQueue } from './fetch-queue.ts'
import {
  applyVerdict,
  changeFindings,
  editRejection,
  emptySession,
  itemOf,
  markFetchFailed,
  mergeFetch,
  move,
  needsFetch,
  type Rejection,
  type ReviewSession,
  removeItem,
  requestRefetch,
  requeue,
  requeueSkipped,
  undo,
  type Verdict,
} from './review-session.ts'

type SessionUpdate = (session: ReviewSession) => ReviewSession

/** The part of the queue that is reviewed: one contributor's where `username` is not '', and by what was found. */
export interface QueueFilter {
  username: string
  finding: FindingFilter | undefined
}

/** A review session over the queue, or a part of it; decisions are sent in the background. */
export function useReviewSession(user: SignedInUser, filter: QueueFilter) {
  const { send } = useAppContext()
  const [session, update] = useReducer((current: ReviewSession, apply: SessionUpdate) => apply(current), emptySession)
  const [sender] = useState(() => createDecisionSender(apiClient(send)))
  const refreshBackOffice = useBackOfficeRefresh(user)
  const lastDecisionOf = useLastDecision(user)
  useQueueFetch(session, update, sender, filter)
  useUnloadWarning(sender)

  const sendDecision = async (image: ManagedImage, change: StatusChange) => {
    try {
      await sender.send(image, change)
    } catch (error) {
      if (error) update(recoverFromFailure(image, error, lastDecisionOf))
    } finally {
      refreshBackOffice()
    }
  }

  return {
    session,
    approve() {
      const item = itemOf(session, session.currentId)
      if (item) void sendDecision(item.image, { status: 'approved' })
      update((current) => applyVerdict(current, 'approved'))
    },
    reject({ reason, note }: Rejection) {
      const item = itemOf(session, session.currentId)
      // A note without a reason counts as the reason 'other'.
      if (item) void sendDecision(item.image, { status: 'rejected', reason: reason ?? 'other', note: note.trim() })
      update((current) => applyVerdict(current, 'rejected'))
    },
    skip: () => update((current) => applyVerdict(current, 'skipped')),
    undo() {
      const item = itemOf(session, session.undoStack.at(-1) ?? null)
      if (item && isSent(item.verdict)) void sendDecision(item.image, { status: 'pending' })
      update(undo)
    },
    move: (step: 1 | -1) => update((current) => move(current, step)),
    editRejection: (change: Partial<Rejection>) => update((current) => editRejection(current, change)),
    changeFindings: (id: number, change: FindingsChange) => update((current) => changeFindings(current, id, change)),
    requeueSkipped: () => update(requeueSkipped),
    refetch: () => update(requestRefetch),
  }
}

const isSent = (verdict: Verdict | 'waiting') => verdict === 'approved' || verdict === 'rejected'

/** Reports a failed decision; an outdated image leaves the queue, any other can be decided again. */
function recoverFromFailure(
  { id, title }: ManagedImage,
  error: unknown,
  lastDecisionOf: (id: number) => Promise<string>,
): SessionUpdate {
  const { code, serverMessage } = error as ApiError
  if (code === 'changed_meanwhile') {
    void lastDecisionOf(id).then((decision) =>
      toast('error', messages.aboutImage(title, `${serverMessage} ${decision}`)),
    )
    return (session) => removeItem(session, id)
  }
  if (code === 'image_not_found') {
    toast('error', messages.aboutImage(title, messages.deletedMeanwhile))
    return (session) => removeItem(session, id)
  }
  const message = serverMessage ?? backOffice.update.messages.failed
  toast('error', messages.aboutImage(title, `${message} ${messages.requeued}`))
  return (session) => requeue(session, id)
}

/** Fetches more of the queue before it runs out. */
function useQueueFetch(
  session: ReviewSession,
  update: (apply: SessionUpdate) => void,
  sender: ReturnType<typeof createDecisionSender>,
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
      await sender.settled()
      const fetchPage = (page: number) =>
        call(allLists.pending, { query: { page, username, finding, order: 'oldest' } })
      return { ...(await fetchQueue(fetchPage, new Set(items.map(({ image }) => image.id)))), revision }
    }
    fetchMore().then(
      (fetched) => abort.signal.aborted || update((current) => mergeFetch(current, fetched)),
      () => abort.signal.aborted || update(markFetchFailed),
    )
    return () => abort.abort()
  }, [isNeeded, session.fetchCount, send, sender, username, finding, update])
}

/** Closing the window while a decision is being sent asks for confirmation. */
function useUnloadWarning(sender: ReturnType<typeof createDecisionSender>) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => sender.isBusy() && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sender])
}

/** Debounce: milliseconds after the last decision until all counts and lists are refetched. */
const refreshDelayMs = 1000

function useBackOfficeRefresh(user: SignedInUser) {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void cache.invalidateQueries({ queryKey: backOfficeKey(user) }), refreshDelayMs)
  }
}

/** Refetches the last decision about an image as a sentence; empty when there is none or the request fails. */
function useLastDecision(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  return async (id: number) => {
    const { decisions } = await cache
      .fetchQuery({ ...decisionHistoryQuery(send, user, id), staleTime: 0 })
      .catch(() => noDecisions)
    const [last] = decisions
    return last ? messages.lastDecision(last.status, last.by) : ''
  }
}

const noDecisions = { decisions: [] }
