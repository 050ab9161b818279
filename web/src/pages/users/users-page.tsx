import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/users'
import { useSearchParams } from 'react-router'
import { pageOf } from '../../parts/asking.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { BoldChecks } from '../../parts/bold-checks.tsx'
import type { OfficePage } from '../../parts/office.tsx'
import { OfficeHead } from '../../parts/office-head.tsx'
import { adminRoomOf } from '../../parts/rooms.ts'
import { useSurroundings } from '../../surroundings.ts'
import { peopleOf } from './people-of.ts'
import { PeopleSearch } from './people-search.tsx'
import { PersonCard } from './person-card.tsx'
import { PreviousNext } from './previous-next.tsx'
import { words } from './words.ts'

export const users: OfficePage = { title: words.title, Page: UsersPage }

/** Who has an account, and who is let in (requirements: #users-page). */
function UsersPage({ user }: { user: SignedInUser }) {
  const { send } = useSurroundings()
  const [address] = useSearchParams()
  const asked = { search: address.get('search') ?? '', page: pageOf(address) }
  const query = useQuery(peopleOf(send, user, asked))
  const { data, isPlaceholderData: old } = query
  return (
    <>
      <OfficeHead title={words.title} status={data ? words.count(data.count) : ''}>
        <PeopleSearch search={asked.search} />
      </OfficeHead>
      <Awaited query={query} loading={words.loading} failed={words.failed}>
        {({ results, ...around }) => (
          <div className={old ? 'opacity-50' : undefined} aria-busy={old}>
            {results.length ? (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,290px),1fr))] gap-3">
                {results.map((person) => (
                  <PersonCard key={person.id} person={person} user={user} />
                ))}
              </ul>
            ) : (
              <Nobody user={user} />
            )}
            <PreviousNext asked={asked} {...around} />
          </div>
        )}
      </Awaited>
    </>
  )
}

function Nobody({ user }: { user: SignedInUser }) {
  return (
    <BoldChecks>
      <p className="heading">{words.none}</p>
      <p className="mt-2 text-soft">{words.noneHint}</p>
      <a className="button main mt-6" href={adminRoomOf(user, 'users')}>
        {words.everybody}
      </a>
    </BoldChecks>
  )
}
