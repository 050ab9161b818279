import type { DecidedImage, inbox } from '@vitrine/contract/calls/back-office/dashboard'
import { counterNotices, type TakenDownImage } from '@vitrine/contract/calls/visitors/counter-notices'
import type { Reply } from '@vitrine/contract/endpoint'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { ReactNode } from 'react'
import { live, useRead, useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { messages as counterNoticeMessages } from '#pages/counter-notice/messages.ts'
import { relativeTime } from '#ui/back-office/date-time.tsx'
import { imageHref } from '#ui/back-office/image-href.ts'
import { Panel } from '#ui/back-office/panel.tsx'
import { messages } from './messages.ts'

type Inbox = Reply<typeof inbox.read>

/** What others decided about own images: what is to be fixed, what waits, and what was approved. */
export function OwnDecisions({ inbox: { queue, waiting, rejected, approved } }: { inbox: Inbox }) {
  const user = useUser()
  return (
    <div className="mt-3 grid items-start gap-3 md:grid-cols-2">
      {rejected.length > 0 && (
        <Panel
          title="Rejected: what to fix"
          className="md:col-span-2"
          action={rejected.length > maxToFix && <ToList href={backOfficeHref(user, 'rejected')} />}
        >
          <ul className="mt-2 divide-y divide-line">
            {rejected.slice(0, maxToFix).map((image) => (
              <Decided
                key={image.id}
                title={image.about_edit ? `Edit rejected: ${image.title}` : image.title}
                at={image.at}
                text={reasonText(image)}
                href={imageHref(user, image.id)}
                label="Fix"
              >
                <img
                  src={image.cloudflare_url}
                  alt=""
                  loading="lazy"
                  className="checkerboard size-16 rounded-xl object-contain"
                />
              </Decided>
            ))}
          </ul>
        </Panel>
      )}
      {!queue && (
        <Panel
          title="Waiting for review"
          hint={messages.waiting(waiting, 'Everything is decided.')}
          action={waiting.count > 0 && <ToList href={backOfficeHref(user, 'pending')} />}
        />
      )}
      {approved.length > 0 && (
        <Panel title="Approved lately" action={<ToList href={backOfficeHref(user, 'approved')} />}>
          <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(64px,1fr))] gap-2">
            {approved.map(({ id, slug, title, cloudflare_url }) => (
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
        </Panel>
      )}
    </div>
  )
}

/** Rejected images that the dashboard shows; the others are in their list. */
const maxToFix = 5

const ToList = ({ href }: { href: string }) => (
  <a href={href} className="link inline-block min-h-6 text-sm">
    Show all
  </a>
)

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
export function TakenDown() {
  const images = useRead(counterNotices.mine, {}, live).data?.images ?? []
  if (!images.length) return null
  return (
    <Panel title="Taken down" className="mt-3">
      <ul className="mt-2 divide-y divide-line">
        {images.map((image) => (
          <TakenDownEntry key={image.id} {...image} />
        ))}
      </ul>
    </Panel>
  )
}

/** To a notice of copyright they object by a counter-notice, as long as there is time, and to all else by a message. */
function TakenDownEntry({ slug, title, decided_at, reason, note, answer }: TakenDownImage) {
  const isInTime = answer && answer.state !== 'too_late'
  const outcome = answer && answer.state !== 'possible' && counterNoticeMessages.states[answer.state]
  const label = isInTime && outcome ? 'Your objection' : 'Object'
  const href = isInTime ? pages.counterNotice.href(answer) : pages.contact.href() + queryString({ about: slug })
  return (
    <Decided
      {...{ title, href, label }}
      at={decided_at}
      text={[reportReasonOf(reason).message, note, outcome].filter(Boolean).join(' ')}
    />
  )
}

const reasonText = ({ reason, note }: DecidedImage) =>
  [reason && (reason !== 'other' || !note) && rejectionMessage(reason), note].filter(Boolean).join(' ') ||
  'No reason was given.'
