import { useQuery } from '@tanstack/react-query'
import type { ManagedImage } from '@vitrine/contract/lists'
import { rejectionMessage } from '@vitrine/contract/reasons'
import type { SignedInUser } from '@vitrine/contract/users'
import { DateTimeText } from '../../parts/times.tsx'
import { useAppContext } from '../../surroundings.ts'
import { type Decision, historyOf } from './history-of.ts'
import { words } from './words.ts'

/** Decisions that matter to the next one. */
const shown = 3

/** What was decided about it before: whoever mends a rejected image asks again. */
export function History({ image, user }: { image: ManagedImage; user: SignedInUser }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(historyOf(send, user, image.id))
  return (
    <section aria-labelledby="history" className="min-h-6">
      <h3 id="history" className="mr-3 inline font-medium text-sm">
        {words.history}
      </h3>
      {data && data.decisions.length > 0 ? (
        <ol className="mt-1 grid gap-2 text-sm">
          {data.decisions.slice(0, shown).map((decision) => (
            <li key={decision.at}>
              <Told decision={decision} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="inline text-soft text-sm">{isError ? words.historyFailed : data ? words.first : words.loading}</p>
      )}
    </section>
  )
}

function Told({ decision: { at, status, by, reason, note } }: { decision: Decision }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className={`dot ${status}`} />
        {words.decidedBy(status, by)}
        <span className="text-soft">
          <DateTimeText at={at} />
        </span>
      </p>
      {reason && <p className="text-soft">{rejectionMessage(reason)}</p>}
      {note && <p className="wrap-break-word whitespace-pre-line text-soft">“{note}”</p>}
    </>
  )
}
