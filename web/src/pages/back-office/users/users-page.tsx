import { accountStates, people } from '@vitrine/contract/calls/accounts/people'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { roles } from '@vitrine/contract/vocabulary/roles'
import { pageOfList, useRead } from '#api/back-office.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { Listing, useListAddress } from '#ui/back-office/listing.tsx'
import { SearchField } from '#ui/back-office/search-field.tsx'
import { Select } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import { PersonCard } from './person-card.tsx'

/** Reads the query parameters; an unknown role or state counts as no filter. */
const parsePeopleParams = (params: URLSearchParams) => ({
  search: params.get('search') ?? '',
  role: roles.find((one) => one === params.get('role')),
  state: accountStates.find((one) => one === params.get('state')),
  page: pageParam(params),
})

/** All accounts with their block status (requirements: #users-page). */
export function UsersPage({ title }: { title: string }) {
  const { params, set, filter } = useListAddress(parsePeopleParams)
  const query = useRead(people.list, { query: params }, pageOfList)
  return (
    <>
      <BackOfficeHeading title={title} status={query.data ? messages.count(query.data.count) : ''}>
        <div className="flex flex-wrap items-center gap-2">
          <Select
            {...filter('role')}
            aria-label={messages.filterRole}
            none={messages.anyRole}
            choices={roles.map((role) => ({ value: role, label: messages.roles[role] }))}
          />
          <Select
            {...filter('state')}
            aria-label={messages.filterState}
            none={messages.anyState}
            choices={accountStates.map((state) => ({ value: state, label: messages[state] }))}
          />
          <SearchField
            label={messages.search}
            placeholder={messages.placeholder}
            search={params.search}
            className="basis-56"
            maxLength={100}
            onSearch={(search) => set({ search })}
          />
        </div>
      </BackOfficeHeading>
      <Listing query={query} texts={messages} isEmpty={({ results }) => !results.length}>
        {({ results, count }) => (
          <>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,290px),1fr))] gap-3">
              {results.map((person) => (
                <PersonCard key={person.id} person={person} />
              ))}
            </ul>
            <PreviousNext params={params} count={count} />
          </>
        )}
      </Listing>
    </>
  )
}

/** Paging of the users list; hidden when one page holds all users (requirements: #users-page). */
function PreviousNext({
  params: { page, ...filter },
  count,
}: {
  params: ReturnType<typeof parsePeopleParams>
  count: number
}) {
  const pages = Math.ceil(count / limits.usersPerPage)
  if (pages < 2) return null
  const link = (to: number, rel: string, label: string) =>
    to >= 1 && to <= pages ? (
      <a className="button small" rel={rel} href={`${queryString({ ...filter, page: to })}#${listHeadingId}`}>
        {label}
      </a>
    ) : (
      // biome-ignore lint/a11y/useValidAnchor: at either end the link stays in place without an href (ARIA in HTML)
      <a className="button small cursor-default! opacity-55" role="link" aria-disabled="true">
        {label}
      </a>
    )
  return (
    <nav aria-label={messages.pages} className="mt-8 flex items-center justify-center gap-4">
      {link(page - 1, 'prev', messages.previous)}
      <p className="text-soft text-sm tabular-nums">{messages.page(page, pages)}</p>
      {link(page + 1, 'next', messages.next)}
    </nav>
  )
}
