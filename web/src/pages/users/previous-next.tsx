import { limits } from '@vitrine/contract/limits'
import { listHeadingId, queryString } from '../../parts/asking.ts'
import type { Asked } from './people-of.ts'
import { words } from './words.ts'

interface Neighbours {
  asked: Asked
  /** Of everybody who was found. */
  count: number
  /** Addresses of the API, or null. */
  previous: string | null
  next: string | null
}

/** Paging of the users list; hidden when one page holds all users (requirements: #users-page). */
export function PreviousNext({ asked: { search, page }, count, previous, next }: Neighbours) {
  if (!previous && !next) return null
  const href = (there: string | null) =>
    there ? `${queryString({ search, page: new URL(there).searchParams.get('page')! })}#${listHeadingId}` : undefined
  return (
    <nav aria-label={words.pages} className="mt-8 flex items-center justify-center gap-4">
      <Neighbour rel="prev" href={href(previous)}>
        {words.previous}
      </Neighbour>
      <p className="text-soft text-sm tabular-nums">{words.page(page, Math.ceil(count / limits.usersPerPage))}</p>
      <Neighbour rel="next" href={href(next)}>
        {words.next}
      </Neighbour>
    </nav>
  )
}

/** At either end it stays in its place and leads nowhere. */
function Neighbour({ rel, href, children }: { rel: string; href: string | undefined; children: string }) {
  return href ? (
    <a className="button small" rel={rel} href={href}>
      {children}
    </a>
  ) : (
    // biome-ignore lint/a11y/useValidAnchor: a link that leads nowhere has no address (ARIA in HTML)
    <a className="button small cursor-default! opacity-55" role="link" aria-disabled="true">
      {children}
    </a>
  )
}
