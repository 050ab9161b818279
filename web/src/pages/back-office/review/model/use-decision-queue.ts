import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { type Decision, decisionHistoryQuery } from '#shells/back-office/decision-history-query.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import type { DecisionEntry, StatusChange } from './decision-entry.ts'
import { DecisionQueue, emptyQueue } from './decision-queue.ts'
import { decisionStorage } from './decision-storage.ts'
import { type ReviewSession, removeItem, requeue } from './review-session.ts'

/** The queue of a reviewer's decisions, with how many are not saved and a line about the last one that was not. */
export function useDecisionQueue(
  user: SignedInUser,
  update: (apply: (session: ReviewSession) => ReviewSession) => void,
) {
  const [saving, setSaving] = useState(emptyQueue)
  const [notice, setNotice] = useNotice()
  const refreshBackOffice = useBackOfficeRefresh(user)
  const { writeDecision, lastDecisionOf } = useDecisionCalls(user)

  const recover = async ({ id, title }: DecisionEntry['image'], { code, serverMessage }: ApiError) => {
    if (code === 'changed_meanwhile') {
      setNotice(messages.lostRace(title, await lastDecisionOf(id)))
      update((session) => removeItem(session, id))
    } else if (code === 'image_not_found') {
      setNotice(messages.aboutImage(title, messages.deletedMeanwhile))
      update((session) => removeItem(session, id))
    } else {
      const message = serverMessage ?? backOffice.update.messages.failed
      toast('error', messages.aboutImage(title, `${message} ${messages.requeued}`))
      update((session) => requeue(session, id))
    }
  }

  const [queue] = useState(
    () =>
      new DecisionQueue({
        write: (entry) => writeDecision(entry).finally(refreshBackOffice),
        onRefused: (image, error) => void recover(image, error),
        onChange: setSaving,
        storage: decisionStorage(user.username),
      }),
  )
  useEffect(() => {
    queue.open()
    return () => queue.close()
  }, [queue])

  return { queue, saving, notice }
}

/** How long a line about a decision that was not saved stands, in ms. */
const noticeMs = 12_000

function useNotice() {
  const [notice, setNotice] = useState('')
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(''), noticeMs)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, setNotice] as const
}

function useDecisionCalls(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  // A decision that is on its way when the document goes still arrives.
  const call = apiClient((request) => send({ ...request, keepalive: true }))

  /** Undefined where there is none or the request fails. */
  const lastDecisionOf = async (id: number): Promise<Decision | undefined> => {
    const history = { ...decisionHistoryQuery(send, user, id), staleTime: 0 }
    return (await cache.fetchQuery(history).catch(() => ({ decisions: [] }))).decisions[0]
  }

  const update = async (id: number, change: StatusChange, version: number | undefined) =>
    (await call(backOffice.update, { params: { id }, body: { ...change, version } })).version

  /** A conflict with one's own unanswered request is none: it arrived. */
  const writeDecision = async ({ image: { id }, version, wanted, attempted }: WantedChange) => {
    try {
      return await update(id, wanted, version)
    } catch (error) {
      if ((error as ApiError).code !== 'changed_meanwhile' || !attempted) throw error
      const last = await lastDecisionOf(id)
      if (last?.by !== user.username || !matches(last, attempted)) throw error
      return matches(last, wanted) ? undefined : update(id, wanted, undefined)
    }
  }

  return { writeDecision, lastDecisionOf }
}

type WantedChange = Pick<DecisionEntry, 'image' | 'version' | 'wanted' | 'attempted'>

function matches(last: Decision, change: StatusChange): boolean {
  if (change.status !== 'rejected') return last.status === change.status
  return last.status === 'rejected' && last.reason === change.reason && last.note === change.note
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
