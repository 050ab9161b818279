import { trustLevel } from '@vitrine/contract/calls/accounts/profile'
import { inbox } from '@vitrine/contract/calls/back-office/dashboard'
import { displayName } from '@vitrine/contract/display-name'
import { backOfficeHref } from '@vitrine/contract/pages'
import { levelText, nextRule, ruleText, trustNumbers } from '@vitrine/contract/vocabulary/trust/trust-levels'
import Upload from 'lucide-react/icons/upload'
import { live, useRead, useUser } from '#api/back-office.ts'
import { useImageCounts } from '#shells/back-office/image-counts.ts'
import { relativeTime } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { messages } from './messages.ts'
import { Overview } from './overview.tsx'
import { OwnDecisions, TakenDown } from './own-decisions.tsx'
import { ReviewQueuePanels } from './review-queue.tsx'

/** The four counts, what is to be done, and the activity of the last days (requirements: #dashboard). */
export function DashboardPage() {
  const user = useUser()
  const { data: counts } = useImageCounts()
  const isNewcomer = user.role === 'user' && counts?.total === 0
  return (
    <>
      <h1 className="display text-[clamp(1.75rem,3vw,2.5rem)]!">{`Hello, ${displayName(user)}`}</h1>
      <StatusCounts />
      <TakenDown />
      {isNewcomer ? <Welcome /> : <Inbox />}
      {user.role === 'user' && <OwnLevel />}
      <Overview />
      {user.role === 'admin' && <SiteFacts />}
    </>
  )
}

function StatusCounts() {
  const user = useUser()
  const { data: counts } = useImageCounts()
  return (
    <ul aria-label="Your images in numbers" className="mt-7 grid grid-cols-2 gap-3 xl:grid-cols-4">
      {(['total', 'pending', 'approved', 'rejected'] as const).map((name) => (
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
function Inbox() {
  const query = useRead(inbox.read, {}, live)
  return (
    <LoadState query={query} failed="What was decided, and what waits, could not be loaded.">
      {(data) => (
        <>
          {data.queue && <ReviewQueuePanels waiting={data.waiting} queue={data.queue} />}
          {(!data.queue || data.rejected.length + data.approved.length > 0) && <OwnDecisions inbox={data} />}
        </>
      )}
    </LoadState>
  )
}

/** Which version runs, and when the last backup was made. */
function SiteFacts() {
  const site = useRead(inbox.read, {}, live).data?.site
  if (!site) return null
  return (
    <p className="mt-4 text-soft text-sm">
      {`Vitrine ${site.version}. `}
      {site.backed_up_at ? `Last backup: ${relativeTime(site.backed_up_at)}.` : messages.noBackup}
    </p>
  )
}

/** The own level in words: what it brings, the numbers, and what the next one asks for (requirements: #trust). */
function OwnLevel() {
  const { data } = useRead(trustLevel.mine, {}, live)
  if (!data?.trust) return null
  const { trust, benefits } = data
  const next = nextRule(trust)
  return (
    <Panel title="Your level" className="mt-3" hint={`So far: ${trustNumbers(trust)}.`}>
      <p className="mt-1.5">
        {levelText(trust.level, benefits)}
        {trust.is_set_by_admin && ' An admin has set this level.'}
      </p>
      {next && (
        <details className="mt-1 text-pretty text-soft text-sm">
          <summary className="min-h-6 w-fit cursor-pointer">The next level</summary>
          {ruleText(next, benefits)}
        </details>
      )}
    </Panel>
  )
}

/** The first step of someone without images, and what will happen to them. */
function Welcome() {
  const user = useUser()
  return (
    <section className="panel mt-3 px-6 py-7 sm:px-9">
      <h2 className="heading">Welcome. Share your first images</h2>
      <ol className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-3">
        {messages.steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3.5">
            <span aria-hidden="true" className="font-[680] text-2xl text-soft tabular-nums leading-tight">
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-pretty text-soft text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <a href={backOfficeHref(user, 'upload')} className="button main mt-6">
        <Upload size={17} />
        Upload images
      </a>
    </section>
  )
}
