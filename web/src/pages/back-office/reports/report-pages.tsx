import { useInfiniteQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { messages } from './messages.ts'
import { type Report, type ReportsWanted, reportsQuery } from './report-queries.ts'

interface ReportPagesProps {
  user: SignedInUser
  /** Number of the picture. */
  image: number
  wanted: ReportsWanted
}

/** Reports about one picture, as far as they were asked for. */
export function ReportPages({ user, image, wanted }: ReportPagesProps) {
  const { send } = useAppContext()
  const query = useInfiniteQuery(reportsQuery(send, user, image, wanted))
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!data) return <p className="text-soft text-sm">{isError ? messages.detailsFailed : messages.loading}</p>
  const reports = data.pages.flatMap((page) => page.reports)
  if (!reports.length) return <p className="text-soft text-sm">{messages.answeredLater}</p>
  return (
    <>
      <ul className="grid gap-2 text-sm">
        {reports.map((report) => (
          <li key={report.id}>
            <ReportEntry report={report} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="button small mt-3"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {messages.showMore}
        </button>
      )}
    </>
  )
}

interface DecidedReportsProps {
  user: SignedInUser
  image: number
  decision: number
  /** Whether they are shown before anyone asks. */
  isOpen?: boolean
}

/** The reports that a decision closed, fetched when the section is opened. */
export function DecidedReports({ user, image, decision, isOpen: opensAtFirst = false }: DecidedReportsProps) {
  const [isOpen, setIsOpen] = useState(opensAtFirst)
  return (
    <details open={isOpen} className="mt-1" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link min-h-6 cursor-pointer">{messages.itsReports}</summary>
      {isOpen && (
        <div className="mt-1 border-line border-s-2 ps-3">
          <ReportPages {...{ user, image }} wanted={{ decision }} />
        </div>
      )}
    </details>
  )
}

function ReportEntry({ report: { id, at, reason, message, notice, has_email } }: { report: Report }) {
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

/** What a person wrote. */
export const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {text}
  </p>
)
