import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { decisionHistoryQuery } from '#shells/back-office/decision-history.tsx'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import { finish, type ReviewSession, removeItem, requestRenewal, requeue } from './review-session.ts'

type StatusChange = { status: 'approved' } | { status: 'rejected'; reason: RejectionReason; note: string }
type DecidedImage = Pick<ManagedImage, 'id' | 'title' | 'version'>

/** How many calls are on their way, and whether the last one that was answered succeeded. */
export interface SavingState {
  sending: number
  isSaved: boolean
}

/** The reviewer's decisions, each sent at once and in its turn; for some seconds it can be undone. */
export function useDecisions(user: SignedInUser, update: (apply: (session: ReviewSession) => ReviewSession) => void) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [saving, setSaving] = useState<SavingState>({ sending: 0, isSaved: false })
  const [notice, setNotice] = useNotice()
  const refreshBackOffice = useBackOfficeRefresh(user)
  const line = useRef(Promise.resolve())
  /** What can be undone, by the image. */
  const acts = useRef(new Map<number, number>())
  /** Those that images have since an undo. */
  const versions = useRef(new Map<number, number>())
  const call = apiClient(send)

  function inTurn(image: DecidedImage, run: () => Promise<void>, recover: typeof putBack) {
    setSaving(({ sending, isSaved }) => ({ sending: sending + 1, isSaved }))
    const runOrRecover = async () => {
      const error = await run().then(
        () => undefined,
        (reason: ApiError) => reason,
      )
      setSaving(({ sending }) => ({ sending: sending - 1, isSaved: !error }))
      refreshBackOffice()
      if (error) await recover(image, error)
    }
    line.current = line.current.then(runOrRecover)
  }

  /** What was not decided waits again, unless it has left the queue. */
  async function putBack(image: DecidedImage, error: ApiError) {
    if (await saysThatItLeft(image, error)) return
    toast('error', messages.notDecided(image.title, error.message))
    update((session) => requestRenewal(requeue(session, image.id)))
  }

  /** What was not undone is decided still. */
  async function takeOut(image: DecidedImage, error: ApiError) {
    if (!(await saysThatItLeft(image, error))) toast('error', `${backOffice.undo.messages.failed} ${error.message}`)
    update((session) => removeItem(session, image.id))
  }

  async function saysThatItLeft(image: DecidedImage, { code }: ApiError) {
    if (code === 'changed_meanwhile') {
      const history = { ...decisionHistoryQuery(send, user, image.id), staleTime: 0 }
      const { decisions } = await cache.fetchQuery(history).catch(() => ({ decisions: [] }))
      setNotice(messages.lostRace(image.title, decisions[0]))
    } else if (code === 'image_not_found') setNotice(messages.aboutImage(image.title, messages.deletedMeanwhile))
    else return false
    update((session) => removeItem(session, image.id))
    return true
  }

  return {
    saving,
    notice,
    /** Resolves once what was decided or undone so far is answered. */
    settled: () => line.current,
    decide(image: DecidedImage, change: StatusChange) {
      const { id } = image
      const store = async () => {
        acts.current.delete(id)
        const seen = Math.max(image.version, versions.current.get(id) ?? 0)
        const { act } = await call(backOffice.bulkUpdate, { body: { image_ids: [id], versions: [seen], ...change } })
        if (!act) return update((session) => finish(session, id))
        acts.current.set(id, act)
        setTimeout(() => {
          if (acts.current.get(id) === act) update((session) => finish(session, id))
        }, limits.undoSeconds * 1000)
      }
      inTurn(image, store, putBack)
    },
    undo(image: DecidedImage) {
      const undoAct = async () => {
        const act = acts.current.get(image.id)
        // What was not stored needs no undo.
        if (!act) return
        acts.current.delete(image.id)
        const undone = await call(backOffice.undo, { params: { id: act } })
        for (const { id, version } of undone.images) versions.current.set(id, version)
      }
      inTurn(image, undoAct, takeOut)
    },
  }
}

/** How long a line about a decision that was not stored stands, in ms. */
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
