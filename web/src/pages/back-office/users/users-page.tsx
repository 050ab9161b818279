import { accountStates, people, type UserAccount } from '@vitrine/contract/calls/accounts/people'
import { backOfficeHref, personHref } from '@vitrine/contract/pages'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { roles } from '@vitrine/contract/vocabulary/roles'
import { trustLabels, trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { pageOfList, useRead, useUser } from '#api/back-office.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { Listing, useListAddress } from '#ui/back-office/listing.tsx'
import { SearchField } from '#ui/back-office/search-field.tsx'
import { Select } from '#ui/forms/form-field.tsx'
import { AccountStatus, BlockButton, PersonFacts } from './account-status.tsx'
import { messages } from './messages.ts'

/** Reads the query parameters; an unknown role or state counts as no filter. */
const parsePeopleParams = (params: URLSearchParams) => ({
  search: params.get('search') ?? '',
  role: roles.find((one) => one === params.get('role')),
  state: accountStates.find((one) => one === params.get('state')),
  page: pageParam(params),
})

type PeopleParams = ReturnType<typeof parsePeopleParams>

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
            aria-label="Role"
            none="All roles"
            choices={roles.map((role) => ({ value: role, label: messages.roles[role] }))}
          />
          <Select
            {...filter('state')}
            aria-label="State"
            none="Active and blocked"
            choices={accountStates.map((state) => ({ value: state, label: messages.states[state] }))}
          />
          <SearchField
            label="Search users"
            placeholder="Username or e-mail…"
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
function PreviousNext({ params: { page, ...filter }, count }: { params: PeopleParams; count: number }) {
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
    <nav aria-label="Pages" className="mt-8 flex items-center justify-center gap-4">
      {link(page - 1, 'prev', 'Previous')}
      <p className="text-soft text-sm tabular-nums">{`Page ${page} of ${pages}`}</p>
      {link(page + 1, 'next', 'Next')}
    </nav>
  )
}

function PersonCard({ person }: { person: UserAccount }) {
  const user = useUser()
  const { username, role, trust } = person
  return (
    <li className="panel flex min-w-0 flex-col px-5 py-4.5">
      <div className="flex items-center gap-3.5">
        <Avatar user={{ username, image: null }} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-semibold leading-snug">
            <a href={personHref(user, username)} className="link inline-block min-h-6">
              {username}
            </a>
          </h2>
          <p className="flex flex-wrap justify-between gap-x-4 text-soft text-sm">
            <span title={trust ? trustReason(trust) : undefined}>
              {messages.role[role]}
              {trust && ` · ${trustLabels[trust.level]}`}
            </span>
            <AccountStatus person={person} />
          </p>
        </div>
      </div>
      <PersonFacts person={person} />
      <p className="mt-1 text-soft text-sm tabular-nums">{messages.imageNumbers(person.images)}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2.5 pt-4">
        {username === user.username ? (
          <p className="min-h-6 text-soft text-sm">{messages.you}</p>
        ) : (
          <BlockButton person={person} />
        )}
        <a
          href={backOfficeHref(user, 'audit') + queryString({ username })}
          aria-label={`What happened to the account of ${username}`}
          className="link flex min-h-9.5 items-center text-sm"
        >
          {messages.history}
        </a>
      </div>
    </li>
  )
}
