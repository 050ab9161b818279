import { useQuery } from '@tanstack/react-query'
import { personHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { type ReportVerb, reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { useEffect, useRef } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { contrastClass, previewUrl } from '#image-card/image-src.ts'
import { DateText, durationSince } from '#ui/back-office/date-time.tsx'
import { useObjectUrl } from '#ui/back-office/object-url.ts'
import { ReportActions } from './actions.tsx'
import { messages } from './messages.ts'
import { ReportDetails } from './report-details.tsx'
import { keptPictureQuery, type ReportedImage, reportsHref } from './report-queries.ts'

interface ReportedImageProps {
  user: SignedInUser
  image: ReportedImage
  isCurrent: boolean
  onSelect: () => void
  onDecide: (verb: ReportVerb) => void
}

/** An image with all its reports on one line; the current one large, with their words, its past and the decisions. */
export function ReportedImageEntry(props: ReportedImageProps) {
  const { user, image, isCurrent, onSelect, onDecide } = props
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) entry.current!.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={entry} className={`panel reported-image ${isCurrent ? 'current' : ''}`}>
      {image.is_taken_down && isCurrent ? (
        <KeptPicture image={image} />
      ) : (
        <Picture image={image} src={image.is_taken_down ? undefined : previewUrl(image, isCurrent ? 1280 : 320)} />
      )}
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
        {isCurrent && (
          <>
            {(image.count > 0 || image.is_taken_down) && <ReportActions {...{ user, image, onDecide }} />}
            <ReportDetails user={user} image={image} />
          </>
        )}
      </div>
    </li>
  )
}

/** What was taken down, which has no previews. */
function KeptPicture({ image }: { image: ReportedImage }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(keptPictureQuery(send, image.id))
  const src = useObjectUrl(data)
  return isError ? <p className="text-soft text-sm">{messages.pictureFailed}</p> : <Picture image={image} src={src} />
}

function Picture({ image, src }: { image: ReportedImage; src: string | undefined }) {
  const className = `reported-picture checkerboard ${contrastClass(image)}`
  if (!src) return <span aria-hidden="true" className={className} />
  return <img src={src} alt="" width={image.width} height={image.height} className={className} />
}

function Summary({ user, image }: { user: SignedInUser; image: ReportedImage }) {
  const { count, networks, reasons, first_at, is_withheld, is_deleted, is_taken_down, counter_notice } = image
  return (
    <>
      <p className="text-soft text-sm">
        <strong className="font-semibold text-ink">{messages.waiting(image)}</strong>
        {count > 1 && networks > 0 && messages.connections(networks)}
        {first_at && messages.waitingFor(durationSince(first_at))}
        {' · '}
        {messages.by}{' '}
        <a className="link inline-block min-h-6" href={personHref(user, image.user.username)}>
          {image.user.username}
        </a>
        {image.user.reported > 0 && (
          <>
            {' · '}
            <a className="link inline-block min-h-6" href={reportsHref(user, { username: image.user.username })}>
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
        {counter_notice && (
          <span className="report-mark strong">
            {`${messages.returns} `}
            <DateText at={counter_notice.returns_at} />
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
