import { useQuery } from '@tanstack/react-query'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useAppContext } from '#api/app-context.ts'
import { type Decision, decisionHistoryQuery } from '#shells/back-office/decision-history-query.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { messages as trustMessages } from '#ui/back-office/messages.ts'
import { messages } from '../messages.ts'

/** Number of decisions shown. */
const maxShown = 3

/** Earlier decisions: an edited rejected image is submitted again. */
export function PastDecisions({ image, user }: { image: ManagedImage; user: SignedInUser }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(decisionHistoryQuery(send, user, image.id))
  return (
    <section aria-labelledby="history" className="min-h-6">
      <h3 id="history" className="mr-3 inline font-medium text-sm">
        {messages.history}
      </h3>
      {data && data.decisions.length > 0 ? (
        <ol className="mt-1 grid gap-2 text-sm">
          {data.decisions.slice(0, maxShown).map((decision) => (
            <li key={decision.at}>
              <DecisionEntry decision={decision} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="inline text-soft text-sm">{placeholderText(isError, data !== undefined)}</p>
      )}
    </section>
  )
}

function placeholderText(isError: boolean, isLoaded: boolean): string {
  if (isError) return messages.historyFailed
  return isLoaded ? messages.noHistory : messages.loading
}

function DecisionEntry({ decision }: { decision: Decision }) {
  const { at, status, by, reason, note, about_edit, is_automatic } = decision
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className={`dot ${status}`} />
        {is_automatic ? trustMessages.wentLive : messages.decidedBy(status, by, about_edit)}
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
    </>
  )
}
