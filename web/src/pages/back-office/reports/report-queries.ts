import type { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { queryString } from '#api/query-string.ts'

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
