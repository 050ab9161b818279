import { useQuery } from '@tanstack/react-query'
import type { reports } from '@vitrine/contract/calls/visitors/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { counterNoticeStatements } from '@vitrine/contract/vocabulary/reports/counter-notices'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useParams } from 'react-router'
import { publicEndpoint, type Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { callQuery } from '#api/query-client.ts'
import { ArticlePage } from '#shells/public/prose-page.tsx'
import { messages } from './messages.ts'
import { DayText, PictureLinks, Words } from './report-texts.tsx'

const statusOfReport = publicEndpoint<typeof reports.status>('GET', '/reports/of/:secret/')

export const reportStatusQuery = (send: Transport, secret: string) =>
  callQuery(send, ['report', secret], statusOfReport, { params: { secret } })

/** What became of a report; its address is its secret. */
export function ReportStatusPage() {
  const { send } = useAppContext()
  const { secret = '' } = useParams()
  const { data, isError } = useQuery(reportStatusQuery(send, secret))
  return (
    <ArticlePage title={messages.status} heading={data && `Report ${data.number}`}>
      {data && <Status report={data} />}
      {!data && <p className="mt-5 text-lg text-soft">{isError ? 'There is no such report.' : 'Loading...'}</p>}
    </ArticlePage>
  )
}

type Report = Reply<typeof reports.status>

function Status({ report: { at, state, reason, image, answers, counter_notice } }: { report: Report }) {
  return (
    <>
      <p className="mt-5 max-w-[46ch] text-lg sm:text-xl" role="status">
        {messages.states[state]}
      </p>
      <p className="mt-3 text-soft">
        <bdi className="wrap-anywhere">{`About “${image.title}”`}</bdi>
        {' · '}
        {reportReasonOf(reason).label}
        {' · '}
        Sent <DayText at={at} />
      </p>
      <div className="prose mt-10">
        {counter_notice && <CounterNoticeSection notice={counter_notice} />}
        <section>
          <h2 className="heading">What we wrote to you</h2>
          {answers.length > 0 ? (
            <ol className="report-answers mt-4">
              {answers.map((answer) => (
                <li key={answer.at}>
                  <DayText className="text-soft text-sm" at={answer.at} />
                  <Words text={answer.sentence} className="" />
                </li>
              ))}
            </ol>
          ) : (
            <p>Nothing yet. Keep the address of this page, and look again in a few days.</p>
          )}
          <p className="mt-6 text-soft text-sm">{messages.keep}</p>
          <PictureLinks slug={image.slug} />
        </section>
      </div>
    </>
  )
}

type CounterNotice = NonNullable<Reply<typeof reports.status>['counter_notice']>

/** What the contributor answered to a notice of copyright, for its sender; its texts leave after some time. */
function CounterNoticeSection({ notice }: { notice: CounterNotice }) {
  const { at, name, signature, message, returns_at, outcome, sentence } = notice
  return (
    <section>
      <h2 className="heading">Counter-notice of the contributor</h2>
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
                Signed: <bdi className="wrap-anywhere">{signature}</bdi>
              </p>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}
