import { limits } from '@vitrine/contract/vocabulary/limits'
import { listHeadingId, queryString } from '#api/query-string.ts'
import { messages } from './messages.ts'
import type { PeopleParams } from './people-query.ts'

interface PreviousNextProps {
  params: PeopleParams
  /** All accounts that match the search. */
  count: number
  /** API URLs of the adjacent pages, or null. */
  previous: string | null
  next: string | null
}

/** Paging of the users list; hidden when one page holds all users (requirements: #users-page). */
export function PreviousNext({ params: { page, ...filter }, count, previous, next }: PreviousNextProps) {
  if (!previous && !next) return null
  const href = (url: string | null) =>
    url ? `${queryString({ ...filter, page: new URL(url).searchParams.get('page')! })}#${listHeadingId}` : undefined
  return (
    <nav aria-label={messages.pages} className="mt-8 flex items-center justify-center gap-4">
      <PageLink rel="prev" href={href(previous)}>
        {messages.previous}
      </PageLink>
      <p className="text-soft text-sm tabular-nums">{messages.page(page, Math.ceil(count / limits.usersPerPage))}</p>
      <PageLink rel="next" href={href(next)}>
        {messages.next}
      </PageLink>
    </nav>
  )
}

/** At either end the link stays in place without an href. */
function PageLink({ rel, href, children }: { rel: string; href: string | undefined; children: string }) {
  return href ? (
    <a className="button small" rel={rel} href={href}>
      {children}
    </a>
  ) : (
    // biome-ignore lint/a11y/useValidAnchor: a disabled link has no href (ARIA in HTML)
    <a className="button small cursor-default! opacity-55" role="link" aria-disabled="true">
      {children}
    </a>
  )
}
