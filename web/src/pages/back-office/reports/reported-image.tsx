import { backOfficeHref, personHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-texts'
import { useEffect, useRef } from 'react'
import { queryString } from '#api/query-string.ts'
import { contrastClass } from '#image-card/image-src.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { KeyHint } from '#ui/back-office/keys/key-hint.tsx'
import { type Choice, choices, messages, outcomeKeys } from './messages.ts'
import { ReportDetails } from './report-details.tsx'
import type { ReportedImage } from './report-queries.ts'

interface ReportedImageProps {
  user: SignedInUser
  image: ReportedImage
  isCurrent: boolean
  areKeysOn: boolean
  onSelect: () => void
  onDecide: (choice: Choice) => void
}

/** What is in the trash cannot be hidden, and admins do not block themselves. */
export const canChoose = (choice: Choice, image: ReportedImage, user: SignedInUser) =>
  choice === 'withheld'
    ? !(image.is_withheld || image.is_deleted)
    : choice !== 'blocked' || image.user.username !== user.username

/** The address at which the image manager opens an image. */
export const editHref = (user: SignedInUser, { id }: { id: number }) =>
  `${backOfficeHref(user, 'total')}?title=${id}&image=${id}`

/** An image with all its reports on one line; the current one with their words, its past and the decisions. */
export function ReportedImageEntry({ user, image, isCurrent, areKeysOn, onSelect, onDecide }: ReportedImageProps) {
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) entry.current!.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={entry} className={`panel reported-image ${isCurrent ? 'current' : ''}`}>
      <div className="reported-line">
        <img
          src={image.cloudflare_url}
          alt=""
          width={88}
          height={88}
          className={`checkerboard size-22 shrink-0 rounded-xl object-contain p-1.5 ${contrastClass(image)}`}
        />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold leading-snug">
            <button
              type="button"
              className="reported-title"
              aria-expanded={isCurrent}
              aria-label={messages.open(image.title)}
              onClick={onSelect}
            >
              <bdi className="wrap-anywhere">{image.title}</bdi>
            </button>
          </h2>
          <Summary user={user} image={image} />
        </div>
      </div>
      {isCurrent && (
        <>
          <fieldset className="report-actions" aria-label={messages.actions}>
            {choices.map((value) => (
              <button
                key={value}
                type="button"
                className={`button small ${value === 'taken_down' || value === 'blocked' ? 'danger' : ''}`}
                aria-keyshortcuts={areKeysOn ? outcomeKeys[value] : undefined}
                disabled={!canChoose(value, image, user)}
                onClick={() => onDecide(value)}
              >
                {messages.outcome[value]}
                {areKeysOn && <KeyHint name={outcomeKeys[value].toUpperCase()} />}
              </button>
            ))}
            {!image.is_deleted && (
              <a className="link ml-auto min-h-6 text-sm" href={editHref(user, image)}>
                {messages.toImage}
              </a>
            )}
          </fieldset>
          <ReportDetails user={user} image={image} />
        </>
      )}
    </li>
  )
}

function Summary({ user, image }: { user: SignedInUser; image: ReportedImage }) {
  const { count, networks, reasons, first_at, is_withheld, is_deleted } = image
  return (
    <>
      <p className="text-soft text-sm">
        <strong className="font-semibold text-ink">{messages.reports(count)}</strong>{' '}
        {networks > 0 && `${messages.networks(networks)} `}
        {messages.since} <DateTimeText at={first_at} />
        {' · '}
        {messages.by}{' '}
        <a className="link inline-block min-h-6" href={personHref(user, image.user.username)}>
          {image.user.username}
        </a>
        {image.user.reported > 0 && (
          <>
            {' · '}
            <a
              className="link inline-block min-h-6"
              href={`${backOfficeHref(user, 'reports')}${queryString({ username: image.user.username })}`}
            >
              {messages.otherReported(image.user.reported)}
            </a>
          </>
        )}
        {image.user.upheld > 0 && <span className="text-bad"> ({messages.upheld(image.user.upheld)})</span>}
      </p>
      {image.user.trust && <p className="text-soft text-sm">{trustReason(image.user.trust)}</p>}
      <p className="mt-1.5 flex flex-wrap gap-1.5 text-sm">
        {is_withheld && <span className="report-mark strong">{messages.hidden}</span>}
        {is_deleted && <span className="report-mark strong">{messages.deleted}</span>}
        {reasons.map((one) => (
          <span key={one.reason} className="report-mark">
            {reportReasonOf(one.reason).label} {one.count.toLocaleString('en')}
          </span>
        ))}
      </p>
    </>
  )
}
