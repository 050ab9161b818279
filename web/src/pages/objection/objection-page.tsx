import { useQuery } from '@tanstack/react-query'
import type { objections } from '@vitrine/contract/calls/visitors/objections'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { DayText } from '#pages/report/day-text.tsx'
import { PictureLinks } from '#pages/report/picture-links.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { messages } from './messages.ts'
import { ObjectionForm } from './objection-form.tsx'
import { objectionQuery } from './objection-query.ts'

/** Where a contributor objects to a take-down, and sees what becomes of that; its address is its secret. */
export function ObjectionPage() {
  const { send } = useAppContext()
  const { secret = '' } = useParams()
  const { data, isError } = useQuery(objectionQuery(send, secret))
  return (
    <PublicLayout>
      <PageHead title={messages.title} />
      <article className="page-width py-[clamp(24px,5vw,64px)]">
        <h1 className="display max-w-[16ch]">{messages.title}</h1>
        {data ? (
          <Decision decision={data} action={pages.objection.href({ secret })} />
        ) : (
          <p className="mt-5 text-lg text-soft">{isError ? messages.missing : messages.loading}</p>
        )}
      </article>
    </PublicLayout>
  )
}

type Status = Reply<typeof objections.status>

function Decision({ decision, action }: { decision: Status; action: string }) {
  const { image, reason, decision_sentence, decided_at, state, days } = decision
  return (
    <div className="report">
      <div>
        <p className="max-w-[46ch] text-lg">
          <bdi className="wrap-anywhere">{messages.picture(image.title)}</bdi> {messages.down},{' '}
          <DayText at={decided_at} />.
        </p>
        <p className="mt-3 text-soft">
          {messages.reason}: {reportReasonOf(reason).label}
        </p>
        {decision_sentence && (
          <p dir="auto" className="wrap-anywhere mt-3 max-w-[46ch] whitespace-pre-line">
            {decision_sentence}
          </p>
        )}
        {state === 'possible' && <p className="mt-3 max-w-[46ch] text-soft">{messages.lead}</p>}
        <p className="mt-6 max-w-[46ch] text-soft text-sm">{messages.keep}</p>
      </div>
      {state === 'possible' ? (
        <ObjectionForm action={action} hasNotice={reason === 'copyright'} days={days} />
      ) : (
        <Outcome decision={decision} />
      )}
    </div>
  )
}

function Outcome({ decision: { state, objection, image } }: { decision: Status }) {
  const kind = objection?.kind ?? 'objection'
  return (
    <div>
      <p className="max-w-[46ch] text-lg" role="status">
        {state === 'open' || state === 'possible' ? messages.sent[kind] : messages.states[state]}
      </p>
      {state === 'open' && objection?.returns_at && (
        <p className="mt-3">
          {messages.returns} <DayText at={objection.returns_at} />.
        </p>
      )}
      {objection?.sentence && (
        <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line">
          {objection.sentence}
        </p>
      )}
      <PictureLinks slug={image.slug} />
    </div>
  )
}
