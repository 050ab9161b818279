import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Person, people } from '@vitrine/contract/calls/accounts/people'
import { fullName } from '@vitrine/contract/display-name'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useParams } from 'react-router'
import { apiClient, type Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { DateText } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { AccountStatus, LastSeen } from './account-status.tsx'
import { BlockButton } from './block-button.tsx'
import { LevelSection } from './level/level-section.tsx'
import { messages } from './messages.ts'
import { PersonDecisions } from './person-decisions.tsx'
import { RoleButton } from './role-button.tsx'

const personQuery = (send: Transport, user: SignedInUser, username: string) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'person', username],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(people.one, { params: { username } })).person,
    staleTime: 0,
  })

/** One account, its numbers and what was decided about its images (requirements: #person-page). */
export function PersonPage({ user }: BackOfficePageProps) {
  const { send } = useAppContext()
  const { person = '' } = useParams()
  const query = useQuery(personQuery(send, user, person))
  return (
    <>
      <a href={backOfficeHref(user, 'users')} className="link mb-4 inline-flex min-h-9 items-center gap-1.5 text-sm">
        <ArrowLeft aria-hidden="true" size={16} />
        {messages.allUsers}
      </a>
      <LoadState query={query} loading={messages.loading} failed={messages.personFailed}>
        {(found) => (
          <>
            <PersonHead person={found} user={user} />
            <ImageNumbers person={found} />
            <LevelSection person={found} user={user} />
            <PersonDecisions person={found} user={user} />
          </>
        )}
      </LoadState>
    </>
  )
}

function PersonHead({ person, user }: { person: Person; user: SignedInUser }) {
  const { username, email, number, role, date_joined, has_page } = person
  return (
    <section className="panel flex flex-wrap items-start gap-x-7 gap-y-5 px-6 py-6">
      <Avatar user={person} size={88} />
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="display wrap-anywhere text-[clamp(1.5rem,2.5vw,2.125rem)]!">{username}</h1>
        <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-soft">
          {fullName(person) && <span dir="auto">{fullName(person)}</span>}
          {messages.role[role]}
          <AccountStatus person={person} />
        </p>
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <a href={`mailto:${email}`} className="link wrap-anywhere inline-block min-h-6">
            {email}
          </a>
          {number && <span className="text-soft tabular-nums">{number}</span>}
          <span className="text-soft">
            {`${messages.joined} `}
            <DateText at={date_joined} />
          </span>
          <span className="text-soft">
            <LastSeen person={person} />
          </span>
        </p>
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <a href={backOfficeHref(user, 'audit') + queryString({ username })} className="link inline-block min-h-6">
            {messages.history}
          </a>
          {has_page && (
            <a href={pages.contributor.href({ username })} className="link inline-block min-h-6">
              {messages.publicPage}
            </a>
          )}
        </p>
      </div>
      {username === user.username ? (
        <p className="text-soft text-sm">{messages.you}</p>
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <RoleButton person={person} user={user} />
          <BlockButton person={person} user={user} />
        </div>
      )}
    </section>
  )
}

function ImageNumbers({ person: { images } }: { person: Person }) {
  const decided = images.approved + images.rejected
  const numbers = [
    [messages.total, decided + images.pending],
    [messages.pending, images.pending],
    [messages.approved, images.approved],
    [messages.rejected, images.rejected],
    [messages.approvalRate, decided ? `${Math.round((images.approved / decided) * 100)} %` : '–'],
  ] as const
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {numbers.map(([label, value]) => (
        <div key={label} className="panel px-5 py-4">
          <dt className="text-soft text-sm">{label}</dt>
          <dd className="mt-1 font-[680] text-3xl tabular-nums tracking-tight">{value.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}
