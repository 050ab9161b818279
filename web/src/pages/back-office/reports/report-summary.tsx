import { personHref } from '@vitrine/contract/pages'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { useUser } from '#api/back-office.ts'
import { DateText, durationSince } from '#ui/back-office/date-time.tsx'
import { imageHref } from '#ui/back-office/image-href.ts'
import { messages } from './messages.ts'
import { type ReportedImage, reportsHref } from './report-queries.ts'

const mark = 'rounded-full border px-2.5 py-0.5'
const strongMark = `${mark} border-current text-bad`

/** The reports about an image on one line, whose it is, and what is so of it. */
export function ReportSummary({ image }: { image: ReportedImage }) {
  const user = useUser()
  const { count, networks, reasons, first_at, is_withheld, is_deleted, is_taken_down, counter_notice } = image
  return (
    <>
      <p className="text-soft text-sm">
        <strong className="font-semibold text-ink">{messages.waiting(image)}</strong>
        {count > 1 && networks > 0 && messages.connections(networks)}
        {first_at && `, waiting for ${durationSince(first_at)}`}
        {' · by '}
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
      {is_deleted && image.user.trust && <p className="text-soft text-sm">{trustReason(image.user.trust)}</p>}
      <p className="mt-1.5 flex flex-wrap gap-1.5 text-sm">
        {is_withheld && <span className={strongMark}>Hidden</span>}
        {is_deleted && <span className={strongMark}>{is_taken_down ? 'Taken down' : 'In the trash'}</span>}
        {counter_notice && (
          <span className={strongMark}>
            {`${messages.returns} `}
            <DateText at={counter_notice.returns_at} />
          </span>
        )}
        {reasons.map((one) => (
          <span key={one.reason} className={`${mark} border-line`}>
            {reportReasonOf(one.reason).label} {one.count.toLocaleString('en')}
          </span>
        ))}
        {!is_deleted && (
          <a className="link inline-block min-h-6" href={imageHref(user, image.id)}>
            Open the picture
          </a>
        )}
      </p>
    </>
  )
}
