import type { ObjectionOutcome } from '@vitrine/contract/vocabulary/reports/objections'
import { DateText, DateTimeText } from '#ui/back-office/date-time.tsx'
import { messages } from './messages.ts'
import type { Details } from './report-queries.ts'

type Objection = NonNullable<Details['decisions'][number]['objection']>

/** What the contributor sent about a decision, if they did, and what became of it. */
export function ObjectionDetails({ objection }: { objection: Objection }) {
  const { at, kind, message, notice, returns_at, outcome, decided_at, by, sentence } = objection
  return (
    <div className="mt-2 border-line border-s-2 ps-3">
      {kind && (
        <p>
          {messages.objectionKinds[kind]}, <DateTimeText at={at} />
          {outcome === null && returns_at && (
            <>
              {`. ${messages.returns} `}
              <DateText at={returns_at} />
            </>
          )}
        </p>
      )}
      {notice && <Words lines={[notice.name, notice.address, notice.phone, messages.signedBy(notice.signature)]} />}
      {message && <Words lines={[message]} />}
      {outcome && decided_at && (
        <p>
          {messages.settled[outcome]}, {deciderOf(outcome, by)}
          <DateTimeText at={decided_at} />
        </p>
      )}
      {sentence && <Words lines={[messages.quoted(sentence)]} />}
    </div>
  )
}

/** Who decided about it, with a comma; an account that is closed withdraws it, as the outcome says. */
function deciderOf(outcome: ObjectionOutcome, by: string | null): string {
  if (outcome === 'withdrawn') return ''
  return `${by ?? (outcome === 'returned' ? messages.afterLegalTime : messages.someone)}, `
}

const Words = ({ lines }: { lines: string[] }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {lines.filter(Boolean).join('\n')}
  </p>
)
