import { useQuery } from '@tanstack/react-query'
import { accountStates } from '@vitrine/contract/calls/accounts/people'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { roles } from '@vitrine/contract/vocabulary/roles'
import Search from 'lucide-react/icons/search'
import { useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { useDebouncedSearch } from '#ui/forms/use-debounced-search.ts'
import { messages } from './messages.ts'
import { type PeopleParams, parsePeopleParams, peopleQuery, useSetPeopleParams } from './people-query.ts'
import { PersonCard } from './person-card.tsx'

/** All accounts with their block status (requirements: #users-page). */
export function UsersPage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  const [searchParams] = useSearchParams()
  const params = parsePeopleParams(searchParams)
  const query = useQuery(peopleQuery(send, user, params))
  const { data, isPlaceholderData } = query
  return (
    <>
      <BackOfficeHeading title={title} status={data ? messages.count(data.count) : ''}>
        <div className="flex flex-wrap items-center gap-2">
          <PeopleFilter params={params} />
          <PeopleSearch search={params.search} />
        </div>
      </BackOfficeHeading>
      <LoadState query={query} loading={messages.loading} failed={messages.failed}>
        {({ results, ...paging }) => (
          <div className={isPlaceholderData ? 'opacity-50' : undefined} aria-busy={isPlaceholderData}>
            {results.length ? (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,290px),1fr))] gap-3">
                {results.map((person) => (
                  <PersonCard key={person.id} person={person} user={user} />
                ))}
              </ul>
            ) : (
              <NoUsers user={user} />
            )}
            <PreviousNext params={params} {...paging} />
          </div>
        )}
      </LoadState>
    </>
  )
}

function NoUsers({ user }: { user: SignedInUser }) {
  return (
    <CheckerboardPanel>
      <p className="heading">{messages.none}</p>
      <p className="mt-2 text-soft">{messages.noneHint}</p>
      <a className="button main mt-6" href={backOfficeHref(user, 'users')}>
        {messages.showAll}
      </a>
    </CheckerboardPanel>
  )
}

/** Filters accounts by role and state. */
function PeopleFilter({ params: { role, state } }: { params: PeopleParams }) {
  const setParams = useSetPeopleParams()
  return (
    <div className="flex flex-wrap gap-2">
      <select
        className="field min-h-[38px]! w-auto! py-1! text-sm!"
        aria-label={messages.filterRole}
        value={role ?? ''}
        onChange={({ currentTarget }) => setParams({ role: roles.find((one) => one === currentTarget.value) })}
      >
        <option value="">{messages.anyRole}</option>
        {roles.map((one) => (
          <option key={one} value={one}>
            {messages.roles[one]}
          </option>
        ))}
      </select>
      <select
        className="field min-h-[38px]! w-auto! py-1! text-sm!"
        aria-label={messages.filterState}
        value={state ?? ''}
        onChange={({ currentTarget }) => setParams({ state: accountStates.find((one) => one === currentTarget.value) })}
      >
        <option value="">{messages.anyState}</option>
        {accountStates.map((one) => (
          <option key={one} value={one}>
            {messages[one]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Searches accounts while typing. */
function PeopleSearch({ search }: { search: string }) {
  const setParams = useSetPeopleParams()
  const { field, onInput, onSubmit } = useDebouncedSearch(search, (typed) => setParams({ search: typed }))
  return (
    <form onSubmit={onSubmit} className="search compact w-full sm:w-80">
      <Search aria-hidden="true" size={18} className="shrink-0 text-soft" />
      <input
        ref={field}
        type="search"
        name="search"
        defaultValue={search}
        placeholder={messages.placeholder}
        aria-label={messages.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        onInput={onInput}
      />
    </form>
  )
}

interface PreviousNextProps {
  params: PeopleParams
  /** All accounts that match the search. */
  count: number
  /** API URLs of the adjacent pages, or null. */
  previous: string | null
  next: string | null
}

/** Paging of the users list; hidden when one page holds all users (requirements: #users-page). */
function PreviousNext({ params: { page, ...filter }, count, previous, next }: PreviousNextProps) {
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
