import { useQuery } from '@tanstack/react-query'
import type { DecidedImage } from '@vitrine/contract/calls/back-office/dashboard'
import type { TakenDownImage } from '@vitrine/contract/calls/visitors/counter-notices'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { ReactNode } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { messages as counterNoticeMessages } from '#pages/counter-notice/messages.ts'
import { durationSince, relativeTime } from '#ui/back-office/date-time.tsx'
import { imageHref } from '#ui/back-office/image-href.ts'
import { type Inbox, takenDownQuery } from './dashboard-queries.ts'
import { messages } from './messages.ts'

interface OwnDecisionsProps {
  user: SignedInUser
  inbox: Inbox
}

/** What others decided about own images: what is to be fixed, what waits, and what was approved. */
export function OwnDecisions({ user, inbox }: OwnDecisionsProps) {
  return (
    <div className="mt-3 grid gap-3 xl:grid-cols-3">
      <ToFix user={user} images={inbox.rejected} />
      <div className="grid gap-3 md:max-xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
        {!inbox.queue && <Waiting user={user} waiting={inbox.waiting} />}
        <Approved user={user} images={inbox.approved} />
      </div>
    </div>
  )
}

/** Rejected images that the dashboard shows; the others are in their list. */
const maxToFix = 5

function ToFix({ user, images }: { user: SignedInUser; images: DecidedImage[] }) {
  return (
    <section className="panel px-5 py-4 xl:col-span-2">
      <h2 className="heading">{messages.toFix}</h2>
      {images.length === 0 && <p className="mt-2 text-soft">{messages.nothingToFix}</p>}
      <ul className="mt-2 divide-y divide-line">
        {images.slice(0, maxToFix).map((image) => (
          <RejectedImage key={image.id} user={user} image={image} />
        ))}
      </ul>
      {images.length > maxToFix && (
        <a href={backOfficeHref(user, 'rejected')} className="link mt-2 inline-flex min-h-9.5 items-center text-sm">
          {messages.allRejected}
        </a>
      )}
    </section>
  )
}

function RejectedImage({ user, image }: { user: SignedInUser; image: DecidedImage }) {
  const { id, title, cloudflare_url, at, about_edit } = image
  return (
    <Decided
      title={about_edit ? messages.rejectedEdit(title) : title}
      at={at}
      text={reasonText(image)}
      href={imageHref(user, id)}
      label={messages.fix}
    >
      <img
        src={cloudflare_url}
        alt=""
        width={64}
        height={64}
        loading="lazy"
        className="checkerboard size-16 rounded-xl object-contain"
      />
    </Decided>
  )
}

interface DecidedProps {
  title: string
  at: string
  text: string
  /** Of what can be done about it. */
  href: string
  label: string
  children?: ReactNode
}

const Decided = ({ title, at, text, href, label, children }: DecidedProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    {children}
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span dir="auto" className="wrap-anywhere font-semibold">
          {title}
        </span>
        <time dateTime={at} className="text-soft text-sm">
          {relativeTime(at)}
        </time>
      </p>
      <p dir="auto" className="wrap-anywhere mt-0.5 text-pretty text-sm">
        {text}
      </p>
    </div>
    <a href={href} className="button small" aria-label={`${label}: ${title}`}>
      {label}
    </a>
  </li>
)

/** Own images that were taken down, which are in no list, with the way to object. */
export function TakenDown({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const images = useQuery(takenDownQuery(send, user)).data?.images ?? []
  if (!images.length) return null
  return (
    <section className="panel mt-3 px-5 py-4">
      <h2 className="heading">{messages.takenDown}</h2>
      <ul className="mt-2 divide-y divide-line">
        {images.map((image) => (
          <TakenDownEntry key={image.id} {...image} />
        ))}
      </ul>
    </section>
  )
}

/** To a notice of copyright they object by a counter-notice, as long as there is time, and to all else by a message. */
function TakenDownEntry({ slug, title, decided_at, reason, note, answer }: TakenDownImage) {
  const isInTime = answer && answer.state !== 'too_late'
  const outcome = answer && answer.state !== 'possible' && counterNoticeMessages.states[answer.state]
  const label = isInTime && outcome ? messages.objection : messages.object
  const href = isInTime ? pages.counterNotice.href(answer) : pages.contact.href() + queryString({ about: slug })
  return (
    <Decided
      {...{ title, href, label }}
      at={decided_at}
      text={[reportReasonOf(reason).message, note, outcome].filter(Boolean).join(' ')}
    />
  )
}

/** The reason of a rejection and the reviewer's words. */
const reasonText = ({ reason, note }: DecidedImage) =>
  [reason && (reason !== 'other' || !note) && rejectionMessage(reason), note].filter(Boolean).join(' ') ||
  messages.noReason

function Waiting({ user, waiting }: { user: SignedInUser; waiting: Inbox['waiting'] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="heading">{messages.waiting}</h2>
      {waiting.oldest_at ? (
        <p className="mt-1.5">
          <a href={backOfficeHref(user, 'pending')} className="link">
            {messages.imageCount(waiting.count)}
          </a>
          {messages.oldestFor(durationSince(waiting.oldest_at))}
        </p>
      ) : (
        <p className="mt-1.5 text-soft">{messages.noneWaiting}</p>
      )}
    </section>
  )
}

function Approved({ user, images }: { user: SignedInUser; images: DecidedImage[] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="heading">{messages.approvedLately}</h2>
      {images.length === 0 && <p className="mt-1.5 text-soft">{messages.noneApproved}</p>}
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(64px,1fr))] gap-2">
        {images.map(({ id, slug, title, cloudflare_url }) => (
          <li key={id}>
            <a href={pages.image.href({ slug })} aria-label={title} title={title} className="block">
              <img
                src={cloudflare_url}
                alt=""
                loading="lazy"
                className="checkerboard aspect-square w-full rounded-xl object-contain"
              />
            </a>
          </li>
        ))}
      </ul>
      {images.length > 0 && (
        <a href={backOfficeHref(user, 'approved')} className="link mt-2 inline-flex min-h-9.5 items-center text-sm">
          {messages.allApproved}
        </a>
      )}
    </section>
  )
}
