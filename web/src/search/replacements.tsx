import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { messages } from './messages.ts'

interface ReplacementsProps {
  title: string
  exact: boolean
  meant: Replacement[] | undefined
  /** Where no image has all words of the search: words that name what is shown; every image has one or more. */
  partly?: string[] | undefined
  /** URL of the exact search, or of the way back from there. */
  href: string
}

/**
 * One sentence on what was made of the words of a search, with a link to search for them exactly, and the way back from
 * there (requirements: #replacements, #exact-search).
 */
export function Replacements({ title, exact, meant = [], partly, href }: ReplacementsProps) {
  if (!title || !(exact || meant.length || partly)) return null
  const [only, ...others] = meant
  return (
    <p className="mt-3 -mb-1 wrap-anywhere text-[0.9375rem] text-soft">
      {exact ? (
        `Searched only for “${title}”. `
      ) : (
        <>
          {only && !others.length && !partly ? (
            <>
              {messages.showing}
              <strong className="text-ink">{alternatives(only.as)}</strong> {`for “${only.said}”`}
            </>
          ) : (
            <>
              {'Nothing has all of these words. '}
              {messages.showing}
              <strong className="text-ink">
                {partly ? partly.map(alternatives).join(messages.or) : replaceWords(title, meant)}
              </strong>
            </>
          )}
          .{' '}
        </>
      )}
      <a className="link inline-block" href={href}>
        {exact ? messages.inexact : `Search only for “${title}”`}
      </a>
    </p>
  )
}

const alternatives = (as: string) => as.replaceAll(', ', messages.or)

/** The words that were searched for in place of those that were typed. */
export function replaceWords(title: string, meant: Replacement[]): string {
  let words = title
  for (const { said, as } of meant) {
    const at = words.toLowerCase().indexOf(said.toLowerCase())
    if (at >= 0) words = words.slice(0, at) + alternatives(as) + words.slice(at + said.length)
  }
  return words
}
