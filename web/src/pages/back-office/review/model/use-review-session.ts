import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office'
import { allLists, type ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useReducer, useRef, useState } from 'react'
import { type ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import { decisionHistoryQuery } from './decision-history-query.ts'
import { createDecisionSender, type StatusChange } from './decision-sender.ts'
import { fetchQueue } from './fetch-queue.ts'
import {
  applyVerdict,
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

type SessionUpdate = (sitting: ReviewSession) => ReviewSession

/** A sitting over the queue of everybody, or of one contributor; what is decided in it is sent behind its back. */
export function useReviewSession(user: SignedInUser, username: string) {
  const { send } = useAppContext()
  const [sitting, happen] = useReducer((before: ReviewSession, step: SessionUpdate) => step(before), emptySession)
  const [sender] = useState(() => createDecisionSender(apiClient(send)))
  const tellOffice = useBackOfficeRefresh(user)
  const whoDecided = useLastDecision(user)
  useQueueFetch(sitting, happen, sender, username)
  useUnloadWarning(sender)

  const deliver = async (image: ManagedImage, change: StatusChange) => {
    try {
      await sender.send(image, change)
    } catch (error) {
      if (error) happen(recoverFromFailure(image, error, whoDecided))
    } finally {
      tellOffice()
    }
  }

  return {
    sitting,
    approve() {
      const place = itemOf(sitting, sitting.currentId)
      if (place) void deliver(place.image, { status: 'approved' })
      happen((now) => applyVerdict(now, 'approved'))
    },
    reject({ reason, note }: Rejection) {
      const place = itemOf(sitting, sitting.currentId)
      // Own words alone are a reason of their own.
      if (place) void deliver(place.image, { status: 'rejected', reason: reason ?? 'other', note: note.trim() })
      happen((now) => applyVerdict(now, 'rejected'))
    },
    skip: () => happen((now) => applyVerdict(now, 'skipped')),
    undo() {
      const place = itemOf(sitting, sitting.undoStack.at(-1) ?? null)
      if (place && isSent(place.verdict)) void deliver(place.image, { status: 'pending' })
      happen(undo)
    },
    move: (step: 1 | -1) => happen((now) => move(now, step)),
    explain: (because: Partial<Rejection>) => happen((now) => editRejection(now, because)),
    lookAgain: () => happen(requeueSkipped),
    readAgain: () => happen(requestRefetch),
  }
}

const isSent = (fate: Verdict | 'waiting') => fate === 'approved' || fate === 'rejected'

/** Says why a decision did not come about. What is not as it was seen leaves; all else can be decided once more. */
function recoverFromFailure(
  { id, title }: ManagedImage,
  error: unknown,
  whoDecided: (id: number) => Promise<string>,
): SessionUpdate {
  const { code, serverMessage: said } = error as ApiError
  if (code === 'changed_meanwhile') {
    void whoDecided(id).then((who) => toast('error', messages.aboutImage(title, `${said} ${who}`)))
    return (now) => removeItem(now, id)
  }
  if (code === 'image_not_found') {
    toast('error', messages.aboutImage(title, messages.deletedMeanwhile))
    return (now) => removeItem(now, id)
  }
  toast('error', messages.aboutImage(title, `${said ?? backOffice.update.messages.failed} ${messages.requeued}`))
  return (now) => requeue(now, id)
}

/** Asks for more of the queue before it runs out. */
function useQueueFetch(
  sitting: ReviewSession,
  happen: (step: SessionUpdate) => void,
  sender: ReturnType<typeof createDecisionSender>,
  username: string,
) {
  const { send } = useAppContext()
  const wants = needsFetch(sitting)

  useEffect(() => {
    if (!wants) return
    const ending = new AbortController()
    const call = apiClient(send, ending.signal)
    const readOn = async () => {
      const { revision: since, items: places } = sitting
      await sender.settled()
      const ask = (page: number) => call(allLists.pending, { query: { page, username, order: 'oldest' } })
      return { ...(await fetchQueue(ask, new Set(places.map(({ image }) => image.id)))), since }
    }
    readOn().then(
      (reading) => ending.signal.aborted || happen((before) => mergeFetch(before, reading)),
      () => ending.signal.aborted || happen(markFetchFailed),
    )
    return () => ending.abort()
  }, [wants, sitting.fetchCount, send, sender, username])
}

/** Whoever closes the window in the very second of a decision is asked to wait for it. */
function useUnloadWarning(sender: ReturnType<typeof createDecisionSender>) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => sender.isBusy() && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sender])
}

/** Milliseconds without a decision until all counts and lists are asked anew. */
const refreshDelayMs = 1000

function useBackOfficeRefresh(user: SignedInUser) {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void cache.invalidateQueries({ queryKey: backOfficeKey(user) }), refreshDelayMs)
  }
}

/** The last decision about an image, asked for anew; nothing where there is none, or none to be learned. */
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
