import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { Fragment } from 'react'
import { messages } from './messages.ts'

interface ReplacementsProps {
  title: string
  exact: boolean
  meant: Replacement[] | undefined
  /** URL of the exact search, or of the way back from there. */
  href: string
}

/**
 * What was made of the words of a search, with a link to search for them exactly, and the way back from there
 * (requirements: #replacements, #exact-search).
 */
export function Replacements({ title, exact, meant = [], href }: ReplacementsProps) {
  if (!title || !(exact || meant.length)) return null
  const replaced = exact ? [] : meant.filter(({ as }) => as)
  const leftOut = exact ? [] : meant.filter(({ as }) => !as)
  return (
    <p className="mt-3 -mb-1 wrap-anywhere text-[0.9375rem] text-soft">
      {exact && messages.exact(title)}
      {replaced.length > 0 && (
        <>
          {messages.showing}
          {replaced.map(({ said, as }, index) => (
            <Fragment key={said}>
              {index > 0 && ', '}
              <strong className="text-ink">{as}</strong> {messages.insteadOf(said)}
            </Fragment>
          ))}
          .{' '}
        </>
      )}
      {leftOut.length > 0 && messages.leftOut(leftOut.map(({ said }) => `“${said}”`).join(', '))}
      <a className="link inline-block" href={href}>
        {exact ? messages.inexact : messages.searchExactly(title)}
      </a>
    </p>
  )
}
