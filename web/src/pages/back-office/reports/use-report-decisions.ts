import { useQueryClient } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { SettlementOutcome } from '@vitrine/contract/vocabulary/reports/objections'
import type { ReportOutcome, ReportReason } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type Choice, messages, outcomeOf } from './messages.ts'
import {
  countNotices,
  type Queue,
  type QueueList,
  queueQuery,
  type ReportedImage,
  reportsQuery,
} from './report-queries.ts'

export interface Decision {
  choice: Choice
  sentence: string
  owner_sentence: string
  reason: ReportReason
}

/** A decision that the server has not answered. */
interface Unanswered {
  image: ReportedImage
  outcome: ReportOutcome
}

/** Decides about the reports of images and takes decisions back; `applied` is the list with what is not answered. */
export function useReportDecisions(user: SignedInUser, list: QueueList) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [decided, setDecided] = useState<number[]>([])
  const [unanswered, setUnanswered] = useState<Unanswered[]>([])
  const refresh = () => cache.invalidateQueries({ queryKey: backOfficeKey(user) })

  const undo = async (decision: number | undefined) => {
    if (decision === undefined) return
    setDecided((before) => before.filter((one) => one !== decision))
    try {
      const { message } = await apiClient(send)(reportQueue.undo, { params: { id: decision } })
      toast('success', message)
    } catch (error) {
      toastError(error, reportQueue.undo.messages.failed)
    }
    await refresh()
  }

  /** Whether it was stored. */
  const decide = async (image: ReportedImage, { choice, ...words }: Decision): Promise<boolean> => {
    const outcome = outcomeOf(choice)
    const about = { image, outcome }
    setUnanswered((before) => [...before, about])
    const { last_report_id: upTo } = image
    const seen_notices = countNotices(cache.getQueryData(reportsQuery(send, user, image.id, { upTo }).queryKey))
    let isStored = false
    try {
      const { decision: id } = await apiClient(send)(reportQueue.decide, {
        params: { id: image.id },
        body: { ...words, outcome, blocks_contributor: choice === 'blocked', seen_report_id: upTo, seen_notices },
      })
      isStored = true
      // A list that is on its way may be of before.
      const { queryKey } = queueQuery(send, user, list)
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, (queue) => queue && without(queue, about))
      setDecided((before) => [...before, id])
      toast('success', `${messages.done[choice]}: ${image.title}`, {
        label: messages.undo,
        onClick: () => void undo(id),
      })
    } catch (error) {
      toastError(error, reportQueue.decide.messages.failed)
    }
    setUnanswered((before) => before.filter((one) => one !== about))
    await refresh()
    return isStored
  }
  const settle = async ({ objection, title }: ReportedImage, outcome: SettlementOutcome, sentence: string) => {
    try {
      await apiClient(send)(reportQueue.settle, { params: { id: objection!.id }, body: { outcome, sentence } })
      toast('success', `${messages.settled[outcome]}: ${title}`)
    } catch (error) {
      toastError(error, reportQueue.settle.messages.failed)
    }
    await refresh()
  }
  return {
    applied: (queue: Queue) => unanswered.reduce(without, queue),
    decide,
    settle,
    undoLast: () => void undo(decided.at(-1)),
  }
}

/** The queue after a decision: what is hidden moves to its end, as in the next answer. */
function without(queue: Queue, { image: { id }, outcome }: Unanswered): Queue {
  const image = queue.images.find((one) => one.id === id)
  if (!image) return queue
  const others = queue.images.filter((one) => one !== image)
  if (outcome !== 'withheld') return { count: queue.count - 1, images: others }
  return { count: queue.count, images: [...others, { ...image, is_withheld: true }] }
}
