import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type ReactNode, useId } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { messages } from './messages.ts'
import { ObjectionDetails } from './objection-details.tsx'
import { DecidedReports, ReportPages, Words } from './report-pages.tsx'
import { type Details, detailsQuery, type ReportedImage, reportsHref } from './report-queries.ts'

/** All that helps to decide about one image: what its reporters wrote, and what was decided before. */
export function ReportDetails({ user, image }: { user: SignedInUser; image: ReportedImage }) {
  const { send } = useAppContext()
  const query = useQuery(detailsQuery(send, user, image.id))
  return (
    <LoadState query={query} loading={messages.loading} failed={messages.detailsFailed}>
      {({ decisions, history, upheld, not_upheld }) => (
        <div className="report-details">
          <div className="grid content-start gap-5">
            {image.count > 0 && (
              <Part heading={messages.openReports}>
                <ReportPages
                  user={user}
                  image={image.id}
                  wanted={{ upTo: image.last_report_id }}
                  none={messages.nothing}
                />
              </Part>
            )}
            <ListPart heading={messages.decisions}>
              {decisions.map((decision) => (
                <li key={decision.id} className={decision.is_undone ? 'text-soft' : undefined}>
                  <DecisionEntry {...{ user, image, decision }} />
                </li>
              ))}
            </ListPart>
          </div>
          <div className="grid content-start gap-5">
            <EndedPart user={user} heading={messages.upheldOthers} ended={upheld} />
            <EndedPart user={user} heading={messages.otherEnded} ended={not_upheld} />
            <ListPart heading={messages.history}>
              {history.map(({ at, status, by, reason }) => (
                <li key={at}>
                  {messages.status[status]}, {by ?? messages.someone}, <When at={at} />
                  {reason && `. ${rejectionMessage(reason)}`}
                </li>
              ))}
            </ListPart>
          </div>
        </div>
      )}
    </LoadState>
  )
}

interface DecisionEntryProps {
  user: SignedInUser
  image: ReportedImage
  decision: Details['decisions'][number]
}

/** A decision with the reports that it answered, beside what the contributor objected. */
function DecisionEntry({ user, image, decision }: DecisionEntryProps) {
  const { id, at, outcome, by, count, reason, sentence, owner_sentence, is_undone, has_blocked, objection } = decision
  const hasClosed = outcome !== 'withheld' && !is_undone
  return (
    <>
      {doneText(outcome, has_blocked)} ({messages.reports(count)}), {by ?? messages.someone}, <When at={at} />
      {is_undone && `, ${messages.undone}`}
      {reason && `. ${reportReasonOf(reason).label}`}
      <Words text={messages.quoted(sentence)} />
      {owner_sentence && <Words text={messages.toContributor(owner_sentence)} />}
      {objection && <ObjectionDetails objection={objection} />}
      {hasClosed && <DecidedReports user={user} image={image.id} decision={id} isOpen={objection?.outcome === null} />}
    </>
  )
}

interface EndedPartProps {
  user: SignedInUser
  heading: string
  ended: Details['upheld']
}

const EndedPart = ({ user, heading, ended }: EndedPartProps) => (
  <ListPart heading={heading}>
    {ended.map(({ image_id, title, outcome, at, is_returned }) => (
      <li key={`${image_id} ${at}`}>
        <a className="link inline-block min-h-6" href={reportsHref(user, { image: image_id })}>
          <bdi className="wrap-anywhere">{title}</bdi>
        </a>
        : {doneText(outcome)}, {is_returned && `${messages.settled.returned}, `}
        <When at={at} />
      </li>
    ))}
  </ListPart>
)

const doneText = (outcome: string, hasBlocked = false) =>
  hasBlocked ? messages.done.blocked : (messages.done[outcome as keyof typeof messages.done] ?? outcome)

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

/** A list below its heading. */
function ListPart({ heading, children }: PartProps) {
  const isEmpty = [children].flat(2).filter(Boolean).length === 0
  return (
    <Part heading={heading}>
      {isEmpty ? (
        <p className="text-soft text-sm">{messages.nothing}</p>
      ) : (
        <ul className="grid gap-2 text-sm">{children}</ul>
      )}
    </Part>
  )
}
