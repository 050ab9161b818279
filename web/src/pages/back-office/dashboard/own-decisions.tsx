import type { DecidedImage } from '@vitrine/contract/calls/back-office/dashboard'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { durationSince, relativeTime } from '#ui/back-office/date-time.tsx'
import { imageHref } from '#ui/back-office/image-href.ts'
import type { Inbox } from './dashboard-queries.ts'
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
  const { title, cloudflare_url, at, about_edit } = image
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <img
        src={cloudflare_url}
        alt=""
        width={64}
        height={64}
        loading="lazy"
        className="checkerboard size-16 rounded-xl object-contain"
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span dir="auto" className="wrap-anywhere font-semibold">
            {about_edit ? messages.rejectedEdit(title) : title}
          </span>
          <time dateTime={at} className="text-soft text-sm">
            {relativeTime(at)}
          </time>
        </p>
        <p dir="auto" className="wrap-anywhere mt-0.5 text-pretty text-sm">
          {reasonText(image)}
        </p>
      </div>
      <a href={imageHref(user, image.id)} className="button small" aria-label={messages.fixOne(title)}>
        {messages.fix}
      </a>
    </li>
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
