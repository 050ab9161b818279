import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { personHref } from '@vitrine/contract/pages'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { type ReactNode, useId } from 'react'
import { eachVisit, useRead, useUser } from '#api/back-office.ts'
import { Decisions } from '#shells/back-office/decision-history.tsx'
import { DateText, DateTimeText, durationSince } from '#ui/back-office/date-time.tsx'
import { imageHref } from '#ui/back-office/image-href.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { ImageFacts, ImageFindings } from '../stage/image-facts.tsx'
import { SimilarImages } from '../stage/similar-images.tsx'
import { messages } from './messages.ts'
import { DecidedReports, ReportPages, Words } from './report-pages.tsx'
import { type Details, type ReportedImage, reportsHref } from './use-report-queue.ts'

/** All that helps to decide about one image: what its reporters wrote, what it is, and what was decided before. */
export function ReportFacts({ image, managed }: { image: ReportedImage; managed: ManagedImage | undefined }) {
  const query = useRead(reportQueue.one, { params: { id: image.id } }, eachVisit)
  return (
    <section aria-label="About this picture" className="grid gap-5 *:min-w-0">
      {!managed && <h2 className="heading wrap-anywhere">{image.title}</h2>}
      {managed && <ImageFacts image={managed} />}
      <ReportSummary image={image} />
      {image.count > 0 && (
        <Part heading="Open reports">
          <ReportPages image={image.id} wanted={{ upTo: image.last_report_id }} />
        </Part>
      )}
      {managed && <ImageFindings image={managed} />}
      {managed && <SimilarImages image={managed} />}
      <LoadState query={query} failed={messages.detailsFailed}>
        {({ decisions, history, upheld, not_upheld }) => (
          <>
            <ListPart heading="Decisions about its reports">
              {decisions.map((decision) => (
                <DecisionEntry key={decision.id} image={image} decision={decision} />
              ))}
            </ListPart>
            <EndedPart heading="Upheld about other images of this contributor" ended={upheld} />
            <EndedPart heading="Ended otherwise about other images of this contributor" ended={not_upheld} />
            <Part heading="Decisions of the review">
              <Decisions decisions={history} />
            </Part>
          </>
        )}
      </LoadState>
    </section>
  )
}

/** A decision with the reports that it closed, and the counter-notice to it. */
function DecisionEntry({ image, decision }: { image: ReportedImage; decision: Details['decisions'][number] }) {
  const { id, at, verb, by, count, reason, sentence, note, counter_notice } = decision
  return (
    <li>
      {doneText(verb)}
      {count > 0 && ` (${messages.reports(count)})`}, {by ?? 'someone'}, <When at={at} />
      {reason && `. ${reportReasonOf(reason).label}`}
      {sentence && <Words text={`“${sentence}”`} />}
      {note && <Words text={`To the contributor: “${note}”`} />}
      {counter_notice && <CounterNoticeDetails notice={counter_notice} />}
      {count > 0 && <DecidedReports image={image.id} decision={id} isOpenAtFirst={counter_notice?.outcome === null} />}
    </li>
  )
}

function EndedPart({ heading, ended }: { heading: string; ended: Details['upheld'] }) {
  const user = useUser()
  return (
    <ListPart heading={heading}>
      {ended.map(({ image_id, title, verb, at, is_reinstated }) => (
        <li key={`${image_id} ${at}`}>
          <a className="link inline-block min-h-6" href={reportsHref(user, { image: image_id })}>
            <bdi className="wrap-anywhere">{title}</bdi>
          </a>
          : {doneText(verb)}, {is_reinstated && `${messages.done.reinstate}, `}
          <When at={at} />
        </li>
      ))}
    </ListPart>
  )
}

const doneText = (verb: string) => messages.done[verb as keyof typeof messages.done] ?? verb

const When = ({ at }: { at: string }) => (
  <span className="text-soft">
    <DateTimeText at={at} />
  </span>
)

interface PartProps {
  heading: string
  children: ReactNode
}

function Part({ heading, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-medium text-sm">
        {heading}
      </h3>
      {children}
    </section>
  )
}

/** A list below its heading; nothing where it is empty. */
function ListPart({ heading, children }: PartProps) {
  if (![children].flat(2).some(Boolean)) return null
  return (
    <Part heading={heading}>
      <ul className="grid gap-2 text-sm">{children}</ul>
    </Part>
  )
}

type CounterNotice = NonNullable<Details['decisions'][number]['counter_notice']>

/** What the contributor sent about a decision, and what became of it. */
function CounterNoticeDetails({ notice }: { notice: CounterNotice }) {
  const { at, name, address, phone, signature, message, returns_at, outcome } = notice
  const lines = [name, address, phone, signature && `Signed “${signature}”`]
  return (
    <div className="mt-2 border-line border-s-2 ps-3">
      <p>
        {messages.counterNotice}, <DateTimeText at={at} />
        {outcome ? (
          `: ${messages.noticeOutcome[outcome]}`
        ) : (
          <>
            {`. ${messages.returns} `}
            <DateText at={returns_at} />
          </>
        )}
      </p>
      <Words text={lines.filter(Boolean).join('\n')} />
      {message && <Words text={message} />}
    </div>
  )
}

const mark = 'rounded-full border px-2.5 py-0.5'
const strongMark = `${mark} border-current text-bad`

/** The reports about an image on one line, whose it is, and what is so of it. */
function ReportSummary({ image }: { image: ReportedImage }) {
  const user = useUser()
  const { count, networks, reasons, first_at, is_withheld, is_deleted, is_taken_down, counter_notice } = image
  return (
    <div>
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
    </div>
  )
}
