import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { DecidedImage } from '@vitrine/contract/calls/back-office/news'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { queryString } from '#api/query-string.ts'
import { messages } from './messages.ts'
import type { News } from './news-query.ts'

/** One line of the bell. */
export interface NewsItem {
  key: string
  href: string
  title: string
  text: string
  at: string
  isNew: boolean
  /** URLs of the pictures that it is about. */
  pictures: string[]
}

/** Items that the bell shows. */
const maxItems = 8
/** Pictures beside the line of several approvals. */
const maxPictures = 3

/** What the bell lists, the latest first: rejections one by one, approvals together, for admins who waits. */
export function newsItems(news: News, user: SignedInUser): NewsItem[] {
  const items = [...rejections(news, user), ...approvals(news, user), ...waiting(news, user)]
  return items.sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxItems)
}

/** The address that opens an image in the side panel of a list. */
export const imageHref = (user: SignedInUser, list: StatusFilter, id: number) =>
  backOfficeHref(user, list) + queryString({ title: id, image: id })

/** The address that opens an image in its side panel, in the list that it does not leave once it is fixed. */
export const fixHref = (user: SignedInUser, { id }: DecidedImage) => imageHref(user, 'total', id)

/** The reason of a rejection and the reviewer's words. */
export const reasonText = ({ reason, note }: { reason: string | null; note: string }) =>
  [reason && (reason !== 'other' || !note) && rejectionMessage(reason), note].filter(Boolean).join(' ') ||
  messages.noReason

const rejections = ({ rejected }: News, user: SignedInUser): NewsItem[] =>
  rejected.map((image) => ({
    key: `rejected ${image.id}`,
    href: fixHref(user, image),
    title: image.about_edit ? messages.rejectedEdit(image.title) : messages.rejected(image.title),
    text: reasonText(image),
    at: image.at,
    isNew: image.is_new,
    pictures: [image.cloudflare_url],
  }))

function approvals({ approved, approved_unread }: News, user: SignedInUser): NewsItem[] {
  const groups = [
    { title: messages.approved(approved_unread), images: approved.filter(({ is_new }) => is_new) },
    { title: messages.approvedEarlier, images: approved.filter(({ is_new }) => !is_new) },
  ]
  return groups.flatMap(({ title, images }) => {
    const [latest] = images
    if (!latest) return []
    return {
      key: `approved ${latest.is_new}`,
      href: backOfficeHref(user, 'approved'),
      title,
      text: images.map((image) => image.title).join(', '),
      at: latest.at,
      isNew: latest.is_new,
      pictures: images.slice(0, maxPictures).map(({ cloudflare_url }) => cloudflare_url),
    }
  })
}

const waiting = ({ queue }: News, user: SignedInUser): NewsItem[] =>
  (queue?.contributors ?? []).map(({ username, count, newest_at, is_new }) => ({
    key: `waiting ${username}`,
    href: backOfficeHref(user, 'review'),
    title: username,
    text: messages.waiting(count),
    at: newest_at,
    isNew: is_new,
    pictures: [],
  }))
