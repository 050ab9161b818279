import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { Reply } from '@vitrine/contract/endpoint'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useRead } from '#api/back-office.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { messages } from '#ui/back-office/messages.ts'
import { messages as shared } from '#ui/messages.ts'

const statusNames: Record<ImageStatus, string> = { approved: 'Approved', rejected: 'Rejected', pending: 'Taken back' }

export const decidedBy = (status: ImageStatus, by: string | null, isAboutEdit = false) =>
  `${(isAboutEdit ? messages.editDecided : statusNames)[status]}${by ? ` by ${by}` : ''}`

/** The decisions about an image, the latest first; as many as `count`, or all. */
export function DecisionList({ image, count }: { image: number; count?: number }) {
  const { data, isError } = useRead(backOffice.history, { params: { id: image } })
  if (!data)
    return <p className="mt-1 text-soft text-sm">{isError ? 'The history could not be loaded.' : shared.loading}</p>
  return <Decisions decisions={data.decisions.slice(0, count)} />
}

type DecisionOfImage = Reply<typeof backOffice.history>['decisions'][number]

export function Decisions({ decisions }: { decisions: DecisionOfImage[] }) {
  if (decisions.length === 0) return <p className="mt-1 text-soft text-sm">There is no decision about it yet.</p>
  return (
    <ol className="mt-1 grid gap-2 text-sm">
      {decisions.map(({ at, status, by, reason, note, about_edit, is_automatic, disagreement }) => (
        <li key={at}>
          <p className="flex flex-wrap items-center gap-x-2">
            <span className={`dot ${status}`} />
            {is_automatic ? messages.wentLive : decidedBy(status, by, about_edit)}
            <span className="text-soft">
              <DateTimeText at={at} />
            </span>
          </p>
          {reason && <p className="text-soft">{rejectionMessage(reason)}</p>}
          {note && (
            <p dir="auto" className="wrap-break-word whitespace-pre-line text-soft">
              “{note}”
            </p>
          )}
          {disagreement && (
            <p dir="auto" className="wrap-break-word whitespace-pre-line">
              The contributor disagrees: “{disagreement}”
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
