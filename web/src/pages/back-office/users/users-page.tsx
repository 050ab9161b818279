import { useQuery } from '@tanstack/react-query'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages } from './messages.ts'
import { PeopleFilter } from './people-filter.tsx'
import { parsePeopleParams, peopleQuery } from './people-query.ts'
import { PeopleSearch } from './people-search.tsx'
import { PersonCard } from './person-card.tsx'
import { PreviousNext } from './previous-next.tsx'

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
          <PeopleSearch params={params} />
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
