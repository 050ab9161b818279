import type { reports } from '@vitrine/contract/calls/visitors/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { counterNoticeStatements } from '@vitrine/contract/vocabulary/reports/counter-notices'
import { DayText } from './day-text.tsx'
import { messages } from './messages.ts'

type CounterNotice = NonNullable<Reply<typeof reports.status>['counter_notice']>

/** What the contributor answered to a notice of copyright, for its sender; its texts leave after some time. */
export function CounterNoticeSection({ notice }: { notice: CounterNotice }) {
  const { at, name, signature, message, returns_at, outcome, sentence } = notice
  return (
    <section>
      <h2 className="heading">{messages.counterNotice}</h2>
      <div className="mt-4">
        <p>
          {outcome === null ? (
            <>
              {messages.counterNoticeOpen} <DayText at={returns_at} />. {messages.counterNoticeCourt}
            </>
          ) : (
            messages.counterNoticeOutcomes[outcome]
          )}
        </p>
        {sentence && <Words text={sentence} />}
        {name && (
          <div className="report-answers mt-4">
            <div className="answer">
              <DayText className="text-soft text-sm" at={at} />
              <Words text={name} />
              <p className="mt-3 text-soft text-sm">{messages.contactInMail}</p>
              <p className="mt-3">{counterNoticeStatements.mistake}</p>
              <p className="mt-3">{counterNoticeStatements.jurisdiction}</p>
              {message && <Words text={message} />}
              <p className="mt-3">
                {messages.signed} <bdi className="wrap-anywhere">{signature}</bdi>
              </p>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

const Words = ({ text }: { text: string }) => (
  <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line">
    {text}
  </p>
)
