import { backOfficeHref, personHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-texts'
import { useEffect, useRef } from 'react'
import { queryString } from '#api/query-string.ts'
import { contrastClass } from '#image-card/image-src.ts'
import { DateText, DateTimeText } from '#ui/back-office/date-time.tsx'
import { KeyHint } from '#ui/back-office/keys/key-hint.tsx'
import { type Choice, choices, messages, outcomeKeys, type Settlement } from './messages.ts'
import { ObjectionActions } from './objection-actions.tsx'
import { ReportDetails } from './report-details.tsx'
import type { ReportedImage } from './report-queries.ts'

interface ReportedImageProps {
  user: SignedInUser
  image: ReportedImage
  isCurrent: boolean
  areKeysOn: boolean
  onSelect: () => void
  onDecide: (choice: Choice) => void
  onSettle: (outcome: Settlement) => void
}

/** What is in the trash cannot be hidden, admins do not block themselves, and an objection is decided otherwise. */
export function canChoose(choice: Choice, image: ReportedImage, user: SignedInUser): boolean {
  if (!image.count) return false
  if (choice === 'withheld') return !(image.is_withheld || image.is_deleted)
  return choice !== 'blocked' || image.user.username !== user.username
}

/** The address at which the image manager opens an image. */
export const editHref = (user: SignedInUser, { id }: { id: number }) =>
  `${backOfficeHref(user, 'total')}?title=${id}&image=${id}`

/** An image with all its reports on one line; the current one with their words, its past and the decisions. */
export function ReportedImageEntry(props: ReportedImageProps) {
  const { user, image, isCurrent, areKeysOn, onSelect, onSettle } = props
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) entry.current!.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={entry} className={`panel reported-image ${isCurrent ? 'current' : ''}`}>
      <div className="reported-line">
        <Picture image={image} />
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
          {image.objection && <ObjectionActions areKeysOn={areKeysOn} onSettle={onSettle} />}
          {image.count > 0 && <ReportActions {...props} />}
          <ReportDetails user={user} image={image} />
        </>
      )}
    </li>
  )
}

const ReportActions = ({ user, image, areKeysOn, onDecide }: ReportedImageProps) => (
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
)

/** The files of a picture that was taken down are where no address leads. */
const Picture = ({ image }: { image: ReportedImage }) =>
  image.is_taken_down ? (
    <span aria-hidden="true" className="checkerboard size-22 shrink-0 rounded-xl" />
  ) : (
    <img
      src={image.cloudflare_url}
      alt=""
      width={88}
      height={88}
      className={`checkerboard size-22 shrink-0 rounded-xl object-contain p-1.5 ${contrastClass(image)}`}
    />
  )

function Summary({ user, image }: { user: SignedInUser; image: ReportedImage }) {
  const { count, networks, reasons, first_at, is_withheld, is_deleted, is_taken_down, objection } = image
  return (
    <>
      <p className="text-soft text-sm">
        <strong className="font-semibold text-ink">
          {count || !objection ? messages.reports(count) : messages.objectionKinds[objection.kind]}
        </strong>{' '}
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
        {is_deleted && (
          <span className="report-mark strong">{is_taken_down ? messages.takenDown : messages.deleted}</span>
        )}
        {objection && (
          <span className="report-mark">
            {messages.objectionKinds[objection.kind]}
            {objection.returns_at && (
              <>
                {`. ${messages.returns} `}
                <DateText at={objection.returns_at} />
              </>
            )}
          </span>
        )}
        {reasons.map((one) => (
          <span key={one.reason} className="report-mark">
            {reportReasonOf(one.reason).label} {one.count.toLocaleString('en')}
          </span>
        ))}
      </p>
    </>
  )
}
