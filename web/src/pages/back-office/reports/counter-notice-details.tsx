import { DateText, DateTimeText } from '#ui/back-office/date-time.tsx'
import { messages } from './messages.ts'
import { Words } from './report-pages.tsx'
import type { Details } from './report-queries.ts'

type CounterNotice = NonNullable<Details['decisions'][number]['counter_notice']>

/** What the contributor sent about a decision, and what became of it. */
export function CounterNoticeDetails({ notice }: { notice: CounterNotice }) {
  const { at, name, address, phone, signature, message, returns_at, outcome } = notice
  const lines = [name, address, phone, signature && messages.signedBy(signature)]
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
