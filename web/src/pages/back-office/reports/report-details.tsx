import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { ReactNode } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { messages } from './messages.ts'
import { ObjectionDetails } from './objection-details.tsx'
import { type Details, detailsQuery, type ReportedImage } from './report-queries.ts'

/** All that helps to decide about one image: what its reporters wrote, and what was decided before. */
export function ReportDetails({ user, image }: { user: SignedInUser; image: ReportedImage }) {
  const { send } = useAppContext()
  const query = useQuery(detailsQuery(send, user, image.id))
  return (
    <LoadState query={query} loading={messages.loading} failed={messages.detailsFailed}>
      {({ reports, decisions, history, upheld }) => (
        <div className="report-details">
          <Part heading={messages.latest}>
            {reports.map((report) => (
              <li key={report.id}>
                <Report report={report} />
              </li>
            ))}
            {image.count > reports.length && (
              <li className="text-soft">{messages.andMore(image.count - reports.length)}</li>
            )}
          </Part>
          <div className="grid content-start gap-5">
            <Part heading={messages.otherUpheld}>
              {upheld.map(({ image_id, title, outcome, at }) => (
                <li key={`${image_id} ${at}`}>
                  <bdi>{title}</bdi>: {doneText(outcome)}, <When at={at} />
                </li>
              ))}
            </Part>
            <Part heading={messages.decisions}>
              {decisions.map(({ id, at, outcome, by, count, reason, sentence, is_undone, has_blocked, objection }) => (
                <li key={id} className={is_undone ? 'text-soft' : undefined}>
                  {doneText(outcome, has_blocked)} ({messages.reports(count)}), {by ?? messages.someone},{' '}
                  <When at={at} />
                  {is_undone && `, ${messages.undone}`}
                  {reason && `. ${reportReasonOf(reason).label}`}
                  <Words text={messages.quoted(sentence)} />
                  {objection && <ObjectionDetails objection={objection} />}
                </li>
              ))}
            </Part>
            <Part heading={messages.history}>
              {history.map(({ at, status, by, reason }) => (
                <li key={at}>
                  {messages.status[status]}, {by ?? messages.someone}, <When at={at} />
                  {reason && `. ${rejectionMessage(reason)}`}
                </li>
              ))}
            </Part>
          </div>
        </div>
      )}
    </LoadState>
  )
}

const doneText = (outcome: string, hasBlocked = false) =>
  hasBlocked ? messages.done.blocked : (messages.done[outcome as keyof typeof messages.done] ?? outcome)

const When = ({ at }: { at: string }) => (
  <span className="text-soft">
    <DateTimeText at={at} />
  </span>
)

/** A list below its heading. */
function Part({ heading, children }: { heading: string; children: ReactNode }) {
  const isEmpty = [children].flat(2).filter(Boolean).length === 0
  return (
    <section>
      <h3 className="mb-2 font-medium text-sm">{heading}</h3>
      {isEmpty ? (
        <p className="text-soft text-sm">{messages.nothing}</p>
      ) : (
        <ul className="grid gap-2 text-sm">{children}</ul>
      )}
    </section>
  )
}

function Report({ report: { id, at, reason, message, notice, has_email } }: { report: Details['reports'][number] }) {
  return (
    <>
      <p className="text-soft">
        {id} · {reportReasonOf(reason).label} · <DateTimeText at={at} />
        {has_email && ` · ${messages.wantsAnswer}`}
      </p>
      {notice && (
        <>
          <p>{messages.notice(notice.name, notice.signature)}</p>
          <Words text={notice.work} />
        </>
      )}
      {message ? <Words text={message} /> : !notice && <p className="text-soft">{messages.noWords}</p>}
    </>
  )
}

const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {text}
  </p>
)
