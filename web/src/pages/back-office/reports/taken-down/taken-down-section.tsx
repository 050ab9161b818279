import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useAppContext } from '#api/app-context.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { messages } from '../messages.ts'
import { DecidedReports } from '../report-pages.tsx'
import { reportsHref, type TakenDownImage, takenDownQuery } from '../report-queries.ts'
import { BringBack } from './bring-back.tsx'

/** The latest take-downs, with objections to them and what the CDN has answered since. */
export function TakenDownSection({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const query = useQuery(takenDownQuery(send, user))
  return (
    <section aria-labelledby="taken-down" className="mt-12">
      <h2 id="taken-down" className="heading mb-4">
        {messages.latestTakeDowns}
      </h2>
      <LoadState query={query} loading={messages.loading} failed={messages.takenDownFailed}>
        {({ images }) =>
          images.length ? (
            <ul className="panel divide-y divide-line">
              {images.map((image) => (
                <li key={image.id} className="px-4 py-3.5 text-sm sm:px-6">
                  <Entry user={user} image={image} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-soft text-sm">{messages.nothing}</p>
          )
        }
      </LoadState>
    </section>
  )
}

function Entry({ user, image }: { user: SignedInUser; image: TakenDownImage }) {
  const { id, image_id, title, at, by, owner, reason, objection, cdn, others } = image
  return (
    <>
      <p>
        <a className="link inline-block min-h-6" href={reportsHref(user, { image: image_id })}>
          <bdi className="wrap-anywhere font-semibold">{title}</bdi>
        </a>
        <span className="text-soft">
          {` ${messages.by} ${owner ?? messages.someone} · ${reportReasonOf(reason).label}`}
        </span>
      </p>
      <p className="text-soft">
        {by ?? messages.someone}, <DateTimeText at={at} />
        {objection && ` · ${objectionText(objection)}`}
      </p>
      {cdn && <CdnState cdn={cdn} />}
      <DecidedReports user={user} image={image_id} decision={id} />
      <BringBack {...{ user, image }} />
      {others.map((other) => (
        <div key={other.id} className="mt-2 border-line border-s-2 ps-3">
          <p>
            {messages.wentWithIt} <bdi className="wrap-anywhere font-semibold">{other.title}</bdi>
            <span className="text-soft">
              {` ${messages.by} ${other.owner ?? messages.someone}`}
              {other.objection && ` · ${objectionText(other.objection)}`}
            </span>
          </p>
          <BringBack user={user} image={other} />
        </div>
      ))}
    </>
  )
}

function objectionText({ kind, outcome }: NonNullable<TakenDownImage['objection']>): string {
  const settled = outcome && messages.settled[outcome]
  return [kind && messages.objectionKinds[kind], settled].filter(Boolean).join(': ')
}

function CdnState({ cdn }: { cdn: NonNullable<TakenDownImage['cdn']> }) {
  const { gone_seconds, status, checked_at, is_checking } = cdn
  const host = cdn.host ?? messages.theCdn
  if (gone_seconds !== null) return <p className="text-soft">{messages.cdnGone(gone_seconds)}</p>
  if (checked_at === null) return <p className="text-soft">{messages.cdnWaiting}</p>
  return (
    <p className="text-bad">
      {status === null ? messages.cdnSilent(host) : messages.cdnAnswers(host, status)}, {messages.checkedAt}{' '}
      <DateTimeText at={checked_at} />. {is_checking ? messages.cdnAgain : messages.cdnGivenUp}
    </p>
  )
}
