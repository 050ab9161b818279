import { useQueryClient } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { ReportReason, ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#api/app-context.ts'
import { live, pageOfList, useRead, useReadQuery, useRefresh, useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { imageHref } from '#ui/back-office/image-href.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

export type Queue = Reply<typeof reportQueue.list>
export type ReportedImage = Queue['images'][number]
export type Details = Reply<typeof reportQueue.one>
export type Report = Reply<typeof reportQueue.reports>['reports'][number]

/** A page of the queue: of all, of one contributor, one picture, or what was taken down. */
export interface QueueList {
  page: number
  /** '' for all. */
  username: string
  image: number | undefined
  /** What was taken down, in place of what waits. */
  taken_down: '1' | undefined
}

export const reportsHref = (user: SignedInUser, list: Partial<Omit<QueueList, 'page'>> = {}) =>
  `${backOfficeHref(user, 'reports')}${queryString(list)}`

export interface Decision {
  verb: ReportVerb
  sentence: string
  note: string
  reason: ReportReason
}

/** A decision that the server has not answered. */
type Unanswered = { image: ReportedImage; verb: ReportVerb }

const emptyQueue: Queue = { count: 0, images: [] }

/** The picture that is shown, and decisions about the pictures, each of which shows the next one. */
export function useReportQueue(list: QueueList) {
  const user = useUser()
  const call = useApi()
  const refresh = useRefresh()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const query = useRead(reportQueue.list, { query: list }, { ...pageOfList, ...live })
  const { queryKey } = useReadQuery()(reportQueue.list, { query: list })
  const [unanswered, setUnanswered] = useState<Unanswered[]>([])
  const [currentId, setCurrentId] = useState<number | null>(null)
  // Where the queue is while the picture is not there: the next one may come with the next answer.
  const [place, setPlace] = useState(0)
  const { images, count } = unanswered.reduce(without, query.data ?? emptyQueue)
  const current = images.find(({ id }) => id === currentId) ?? images[Math.min(place, images.length - 1)]
  const index = current ? images.indexOf(current) : -1

  const store = async (image: ReportedImage, decision: Decision) => {
    const about = { image, verb: decision.verb }
    setUnanswered((before) => [...before, about])
    const body = { ...decision, seen_report_id: image.last_report_id }
    try {
      await call(reportQueue.decide, { params: { id: image.id }, body })
      // A list that is on its way may be of before.
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, (queue) => queue && without(queue, about))
      toast('success', `${messages.done[decision.verb]}: ${image.title}`)
      return true
    } catch (error) {
      toastError(error, reportQueue.decide.messages.failed)
      return false
    } finally {
      setUnanswered((before) => before.filter((one) => one !== about))
      await refresh()
    }
  }

  return {
    query,
    images,
    count,
    current,
    /** Among all of them, and the first one of this page. */
    index: index < 0 ? -1 : index + (list.page - 1) * limits.managedImagesPerPage,
    move(step: 1 | -1) {
      const target = images[index + step]
      if (target) return setCurrentId(target.id)
      const page = list.page + step
      if (page < 1 || page > Math.ceil(count / limits.managedImagesPerPage)) return
      setPlace(step > 0 ? 0 : limits.managedImagesPerPage)
      void navigate(queryString({ ...list, page }))
    },
    async decide(image: ReportedImage, decision: Decision) {
      setPlace(images.indexOf(image))
      setCurrentId(images[images.indexOf(image) + 1]?.id ?? null)
      if (!(await store(image, decision))) setCurrentId(image.id)
      else if (decision.verb === 'correct' && !image.is_deleted) void navigate(imageHref(user, image.id))
    },
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
