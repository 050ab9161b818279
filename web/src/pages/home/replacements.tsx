import type { Replacement } from '@vitrine/contract/calls/gallery'
import { type SearchState, searchHref } from '#search/image-search.ts'
import { messages } from './messages.ts'

/** Tells what was made of the words of a search, with the way to search for them exactly (requirements: #replacements). */
export function Replacements({ search, meant }: { search: SearchState; meant: Replacement[] }) {
  if (search.exact)
    return (
      <p className="mb-4 text-sm">
        {messages.exact(search.title)} <a href={searchHref({ ...search, exact: false, page: 1 })}>{messages.inexact}</a>
      </p>
    )
  if (!meant.length) return null
  const replaced = meant.filter(({ as }) => as)
  const leftOut = meant.filter(({ as }) => !as)
  return (
    <p className="mb-4 text-sm">
      {replaced.map(({ said, as }) => (
        <span key={said}>
          {messages.shownFor[0]} <strong>{as}</strong> {messages.shownFor[1](said)}{' '}
        </span>
      ))}
      {leftOut.length > 0 && `${messages.leftOut(leftOut.map(({ said }) => said))} `}
      <a href={searchHref({ ...search, exact: true, page: 1 })}>{messages.searchExactly(search.title)}</a>
    </p>
  )
}
