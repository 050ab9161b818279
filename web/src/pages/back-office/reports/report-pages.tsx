import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey, eachVisit, useUser } from '#api/back-office.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { SmallButton } from '#ui/button.tsx'
import { messages } from './messages.ts'
import type { Report } from './use-report-queue.ts'

interface ReportPagesProps {
  /** Number of the picture. */
  image: number
  /** Those of a decision, or the open ones up to a number, which a newer one changes. */
  wanted: { decision?: number; upTo?: number }
}

/** Reports about one picture, notices of copyright first, page after page as they are asked for. */
export function ReportPages({ image, wanted }: ReportPagesProps) {
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useReports(image, wanted)
  if (!data) return <p className="text-soft text-sm">{isError ? messages.detailsFailed : 'Loading reports...'}</p>
  const reports = data.pages.flatMap((page) => page.reports)
  if (!reports.length) return <p className="text-soft text-sm">A later decision answers them.</p>
  return (
    <>
      <ul className="grid gap-2 text-sm">
        {reports.map((report) => (
          <ReportEntry key={report.id} report={report} />
        ))}
      </ul>
      {hasNextPage && (
        <SmallButton
          className="mt-3"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          text="Show more reports"
        />
      )}
    </>
  )
}

function useReports(id: number, wanted: ReportPagesProps['wanted']) {
  const { send } = useAppContext()
  const user = useUser()
  return useInfiniteQuery({
    queryKey: [...backOfficeKey(user), 'reports', id, wanted],
    queryFn: ({ signal, pageParam: before }) =>
      apiClient(send, signal)(reportQueue.reports, { params: { id }, query: { before, decision: wanted.decision } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...eachVisit,
  })
}

type DecidedReportsProps = { image: number; decision: number; isOpenAtFirst: boolean }

/** The reports that a decision closed, fetched when the section is opened. */
export function DecidedReports({ image, decision, isOpenAtFirst }: DecidedReportsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details open={isOpen} className="mt-1" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link min-h-6 cursor-pointer">Its reports</summary>
      {isOpen && (
        <div className="mt-1 border-line border-s-2 ps-3">
          <ReportPages image={image} wanted={{ decision }} />
        </div>
      )}
    </details>
  )
}

function ReportEntry({ report: { id, at, reason, message, notice, has_email } }: { report: Report }) {
  return (
    <li>
      <p className="text-soft">
        {id} · {reportReasonOf(reason).label} · <DateTimeText at={at} />
        {has_email && ' · wants an answer by mail'}
      </p>
      {notice && (
        <>
          <p>{`Notice of copyright by ${notice.name}, signed “${notice.signature}”. The work:`}</p>
          <Words text={notice.work} />
        </>
      )}
      {message ? <Words text={message} /> : !notice && <p className="text-soft">Without words</p>}
    </li>
  )
}

/** What a person wrote. */
export const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {text}
  </p>
)
