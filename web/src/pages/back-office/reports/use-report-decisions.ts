import { useQueryClient } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { ReportReason, ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { type Queue, type QueueList, queueQuery, type ReportedImage } from './report-queries.ts'

export interface Decision {
  verb: ReportVerb
  sentence: string
  note: string
  reason: ReportReason | undefined
}

/** A decision that the server has not answered. */
interface Unanswered {
  image: ReportedImage
  verb: ReportVerb
}

/** Decides about the reports of images; `applied` is the list with what is not answered. */
export function useReportDecisions(user: SignedInUser, list: QueueList) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [unanswered, setUnanswered] = useState<Unanswered[]>([])
  const refresh = () => cache.invalidateQueries({ queryKey: backOfficeKey(user) })

  /** Whether it was stored. */
  const decide = async (image: ReportedImage, decision: Decision): Promise<boolean> => {
    const { verb } = decision
    const about = { image, verb }
    setUnanswered((before) => [...before, about])
    let isStored = false
    try {
      await apiClient(send)(reportQueue.decide, {
        params: { id: image.id },
        body: { ...decision, seen_report_id: image.last_report_id },
      })
      isStored = true
      // A list that is on its way may be of before.
      const { queryKey } = queueQuery(send, user, list)
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, (queue) => queue && without(queue, about))
      toast('success', `${messages.done[verb]}: ${image.title}`)
    } catch (error) {
      toastError(error, reportQueue.decide.messages.failed)
    }
    setUnanswered((before) => before.filter((one) => one !== about))
    await refresh()
    return isStored
  }
  return {
    applied: (queue: Queue) => unanswered.reduce(without, queue),
    decide,
  }
}

/** The queue after a decision: what is hidden moves to its end, as in the next answer. */
function without(queue: Queue, { image: { id }, verb }: Unanswered): Queue {
  const image = queue.images.find((one) => one.id === id)
  if (!image) return queue
  const others = queue.images.filter((one) => one !== image)
  if (verb !== 'hide') return { count: queue.count - 1, images: others }
  return { count: queue.count, images: [...others, { ...image, is_withheld: true }] }
}
