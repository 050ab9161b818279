import { useQuery } from '@tanstack/react-query'
import { displayName } from '@vitrine/contract/display-name'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useAppContext } from '#api/app-context.ts'
import { imageCountsQuery } from '#shells/back-office/image-counts.ts'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Loading } from '#ui/loading.tsx'
import { DailyChart } from './daily-chart.tsx'
import { messages } from './messages.ts'
import { overviewQuery } from './overview-query.ts'
import { TopImages } from './top-images.tsx'

/** The four counts, and the activity of the last days (requirements: #dashboard). */
export function DashboardPage({ user }: BackOfficePageProps) {
  return (
    <>
      <h1 className="display text-[clamp(1.75rem,3vw,2.5rem)]!">{messages.hello(displayName(user))}</h1>
      <StatusCounts user={user} />
      <Overview user={user} />
    </>
  )
}

const countedLists = ['total', 'pending', 'approved', 'rejected'] as const

function StatusCounts({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data } = useQuery(imageCountsQuery(send, user))
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
              {data ? data[name].toLocaleString('en') : '–'}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Overview({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(overviewQuery(send, user))
  if (isError) return <p className="mt-8 text-soft">{messages.failed}</p>
  if (!data) return <Loading />
  return (
    <div className="mt-3 grid gap-3 xl:grid-cols-2">
      <DailyChart metric="downloads" days={data.days} />
      <DailyChart metric="approvals" days={data.days} />
      <TopImages images={data.top} />
    </div>
  )
}
