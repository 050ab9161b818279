import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/library'
import { allLists, type ManagedImage } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { useEffect, useReducer, useRef, useState } from 'react'
import { type ApiError, apiClient } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'
import { toast } from '../../parts/toasts.ts'
import { useAppContext } from '../../surroundings.ts'
import { historyOf } from './history-of.ts'
import { type Change, sending } from './sending.ts'
import {
  type Act,
  act,
  type Because,
  beginning,
  comeBack,
  explain,
  forget,
  lookAgain,
  move,
  placeOf,
  read,
  readAgain,
  type Sitting,
  undo,
  unread,
  wantsMore,
} from './sitting.ts'
import { sweep } from './sweep.ts'
import { words } from './words.ts'

type Step = (sitting: Sitting) => Sitting

/** A sitting over the queue of everybody, or of one contributor; what is decided in it is sent behind its back. */
export function useSitting(user: SignedInUser, username: string) {
  const { send } = useAppContext()
  const [sitting, happen] = useReducer((before: Sitting, step: Step) => step(before), beginning)
  const [sender] = useState(() => sending(apiClient(send)))
  const tellOffice = useOfficeRefresh(user)
  const whoDecided = useWhoDecided(user)
  useReadings(sitting, happen, sender, username)
  useWarning(sender)

  const deliver = async (image: ManagedImage, change: Change) => {
    try {
      await sender.send(image, change)
    } catch (error) {
      if (error) happen(refused(image, error, whoDecided))
    } finally {
      tellOffice()
    }
  }

  return {
    sitting,
    approve() {
      const place = placeOf(sitting, sitting.shown)
      if (place) void deliver(place.image, { status: 'approved' })
      happen((now) => act(now, 'approved'))
    },
    reject({ reason, note }: Because) {
      const place = placeOf(sitting, sitting.shown)
      // Own words alone are a reason of their own.
      if (place) void deliver(place.image, { status: 'rejected', reason: reason ?? 'other', note: note.trim() })
      happen((now) => act(now, 'rejected'))
    },
    skip: () => happen((now) => act(now, 'skipped')),
    undo() {
      const place = placeOf(sitting, sitting.acts.at(-1) ?? null)
      if (place && isSent(place.fate)) void deliver(place.image, { status: 'pending' })
      happen(undo)
    },
    move: (step: 1 | -1) => happen((now) => move(now, step)),
    explain: (because: Partial<Because>) => happen((now) => explain(now, because)),
    lookAgain: () => happen(lookAgain),
    readAgain: () => happen(readAgain),
  }
}

const isSent = (fate: Act | 'waiting') => fate === 'approved' || fate === 'rejected'

/** Says why a decision did not come about. What is not as it was seen leaves; all else can be decided once more. */
function refused({ id, title }: ManagedImage, error: unknown, whoDecided: (id: number) => Promise<string>): Step {
  const { code, serverMessage: said } = error as ApiError
  if (code === 'changed_meanwhile') {
    void whoDecided(id).then((who) => toast('error', words.about(title, `${said} ${who}`)))
    return (now) => forget(now, id)
  }
  if (code === 'image_not_found') {
    toast('error', words.about(title, words.gone))
    return (now) => forget(now, id)
  }
  toast('error', words.about(title, `${said ?? backOffice.update.messages.failed} ${words.back}`))
  return (now) => comeBack(now, id)
}

/** Asks for more of the queue before it runs out. */
function useReadings(
  sitting: Sitting,
  happen: (step: Step) => void,
  sender: ReturnType<typeof sending>,
  username: string,
) {
  const { send } = useAppContext()
  const wants = wantsMore(sitting)

  useEffect(() => {
    if (!wants) return
    const ending = new AbortController()
    const call = apiClient(send, ending.signal)
    const readOn = async () => {
      const { steps: since, places } = sitting
      await sender.settled()
      const ask = (page: number) => call(allLists.pending, { query: { page, username, order: 'oldest' } })
      return { ...(await sweep(ask, new Set(places.map(({ image }) => image.id)))), since }
    }
    readOn().then(
      (reading) => ending.signal.aborted || happen((before) => read(before, reading)),
      () => ending.signal.aborted || happen(unread),
    )
    return () => ending.abort()
  }, [wants, sitting.readings, send, sender, username])
}

/** Whoever closes the window in the very second of a decision is asked to wait for it. */
function useWarning(sender: ReturnType<typeof sending>) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => sender.isBusy() && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sender])
}

/** Milliseconds without a decision until all counts and lists are asked anew. */
const pause = 1000

function useOfficeRefresh(user: SignedInUser) {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void cache.invalidateQueries({ queryKey: backOfficeKey(user) }), pause)
  }
}

/** The last decision about an image, asked for anew; nothing where there is none, or none to be learned. */
function useWhoDecided(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  return async (id: number) => {
    const { decisions } = await cache
      .fetchQuery({ ...historyOf(send, user, id), staleTime: 0 })
      .catch(() => noDecisions)
    const [last] = decisions
    return last ? words.lastDecision(last.status, last.by) : ''
  }
}

const noDecisions = { decisions: [] }
