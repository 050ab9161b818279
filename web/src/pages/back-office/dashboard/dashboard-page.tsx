import { useQuery } from '@tanstack/react-query'
import { displayName } from '@vitrine/contract/display-name'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useAppContext } from '#api/app-context.ts'
import { imageCountsQuery } from '#shells/back-office/image-counts.ts'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Loading } from '#ui/loading.tsx'
import { DailyChart } from './daily-chart.tsx'
import { inboxQuery } from './inbox-query.ts'
import { messages } from './messages.ts'
import { overviewQuery } from './overview-query.ts'
import { OwnDecisions } from './own-decisions.tsx'
import { OwnLevel } from './own-level.tsx'
import { ReviewQueuePanels } from './review-queue.tsx'
import { TopImages } from './top-images.tsx'
import { Welcome } from './welcome.tsx'

/** The four counts, what is to be done, and the activity of the last days (requirements: #dashboard). */
export function DashboardPage({ user }: BackOfficePageProps) {
  const { send } = useAppContext()
  const { data: counts } = useQuery(imageCountsQuery(send, user))
  const isNewcomer = user.role === 'user' && counts?.total === 0
  return (
    <>
      <h1 className="display text-[clamp(1.75rem,3vw,2.5rem)]!">{messages.hello(displayName(user))}</h1>
      <StatusCounts user={user} counts={counts} />
      {isNewcomer ? <Welcome user={user} /> : <Inbox user={user} />}
      {user.role === 'user' && <OwnLevel user={user} />}
      <Overview user={user} />
    </>
  )
}

const countedLists = ['total', 'pending', 'approved', 'rejected'] as const

type Counts = Record<(typeof countedLists)[number], number>

function StatusCounts({ user, counts }: { user: SignedInUser; counts: Counts | undefined }) {
  return (
    <ul aria-label={messages.counts} className="mt-7 grid grid-cols-2 gap-3 xl:grid-cols-4">
      {countedLists.map((name) => (
        <li key={name}>
          <a
            href={backOfficeHref(user, name)}
            className="panel flex h-full flex-col justify-between px-5 py-4 hover:border-edge"
          >
            <span className="flex items-center gap-2 text-soft text-sm">
              {name !== 'total' && <span className={`dot ${name}`} />}
              {messages.tiles[name]}
            </span>
            <span className="mt-1 block font-[680] text-4xl tabular-nums tracking-tight">
              {counts ? counts[name].toLocaleString('en') : '–'}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** What was decided about own images, and for admins what waits for them. */
function Inbox({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(inboxQuery(send, user))
  if (isError && !data) return <p className="mt-8 text-soft">{messages.inboxFailed}</p>
  if (!data) return <Loading />
  const { queue, rejected, approved } = data
  return (
    <>
      {queue && <ReviewQueuePanels user={user} waiting={data.waiting} queue={queue} />}
      {(!queue || rejected.length > 0 || approved.length > 0) && <OwnDecisions user={user} inbox={data} />}
    </>
  )
}

function Overview({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(overviewQuery(send, user))
  if (isError && !data) return <p className="mt-8 text-soft">{messages.failed}</p>
  if (!data) return <Loading />
  return (
    <div className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      <DailyChart metric="downloads" days={data.days} />
      <DailyChart metric="approvals" days={data.days} />
      <TopImages images={data.top} />
    </div>
  )
}
