import './bell.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { news as newsCalls } from '@vitrine/contract/calls/back-office/news'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import BellIcon from 'lucide-react/icons/bell'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { relativeTime } from '#ui/back-office/relative-time.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { messages } from './messages.ts'
import { type NewsItem, newsItems } from './news-items.ts'
import { type News, newsQuery } from './news-query.ts'

/** What is new, behind a bell with the number of unread things; opening it marks them as read (requirements: #news). */
export function Bell({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(newsQuery(send, user))
  const markRead = useMarkRead(user)
  const [isOpen, setIsOpen] = useState(false)
  /** As it was when the bell was opened, so that what is new stays marked while it is read. */
  const [opened, setOpened] = useState<News>()
  const unread = data?.unread ?? 0

  const toggle = (willOpen: boolean) => {
    setIsOpen(willOpen)
    setOpened(willOpen ? data : undefined)
    if (willOpen && data?.unread) markRead(data)
  }
  return (
    <Dropdown
      className="bell"
      buttonClass={`icon-button relative ${unread ? '' : 'text-soft'}`}
      name={messages.bell(unread)}
      closesOnChoice
      onToggle={toggle}
      label={
        <>
          <BellIcon aria-hidden="true" size={20} />
          {unread > 0 && <span className="bell-count">{messages.count(unread)}</span>}
        </>
      }
    >
      <h2 className="heading px-4 pt-3.5 pb-2">{messages.heading}</h2>
      {isError && !data && <p className="px-4 pb-4 text-soft">{messages.failed}</p>}
      {isOpen && data && <NewsList items={newsItems(opened ?? data, user)} user={user} />}
    </Dropdown>
  )
}

function NewsList({ items, user }: { items: NewsItem[]; user: SignedInUser }) {
  if (!items.length)
    return <p className="px-4 pb-4 text-soft">{user.role === 'admin' ? messages.noneForAdmins : messages.none}</p>
  return (
    <ul className="border-line border-t">
      {items.map(({ key, href, title, text, at, isNew, pictures }) => (
        <li key={key} className="border-line border-b last:border-0">
          <a href={href} className="bell-item" data-new={isNew || undefined}>
            <span className="min-w-0 flex-1">
              <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold">
                {title}
              </span>
              <span dir="auto" className="wrap-anywhere mt-0.5 line-clamp-2 text-soft text-sm">
                {text}
              </span>
              <span className="mt-1 block text-soft text-xs">
                {isNew && <span className="font-semibold text-accent">{messages.isNew} · </span>}
                <time dateTime={at}>{relativeTime(at)}</time>
              </span>
            </span>
            {pictures.length > 0 && (
              <span className="flex gap-1">
                {pictures.map((url) => (
                  <img
                    key={url}
                    src={url}
                    alt=""
                    loading="lazy"
                    className="checkerboard size-11 rounded-lg object-contain"
                  />
                ))}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function useMarkRead(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  return ({ as_of }: News) => {
    const { queryKey } = newsQuery(send, user)
    cache.setQueryData(queryKey, (news) => news && { ...news, unread: 0 })
    // A failure leaves them unread, which the next request shows.
    apiClient(send)(newsCalls.markRead, { body: { as_of } }).catch(() => {})
  }
}
