import { useQuery } from '@tanstack/react-query'
import type { counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { useParams } from 'react-router'
import { publicEndpoint, type Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { callQuery } from '#api/query-client.ts'
import { CheckField, PostedForm, usePostedForm } from '#pages/report/posted-form.tsx'
import { DayText, PictureLinks, Words } from '#pages/report/report-texts.tsx'
import { ArticlePage } from '#shells/public/prose-page.tsx'
import { FormField, TextField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'

const statusOfNotice = publicEndpoint<typeof counterNotices.status>('GET', '/counter-notices/of/:secret/')

/** Why an image was taken down, and what became of the counter-notice. */
export const counterNoticeQuery = (send: Transport, secret: string) =>
  callQuery(send, ['counter-notice', secret], statusOfNotice, { params: { secret } })

/** Where a contributor answers a notice of copyright, and sees what becomes of that; its address is its secret. */
export function CounterNoticePage() {
  const { send } = useAppContext()
  const { secret = '' } = useParams()
  const { data, isError } = useQuery(counterNoticeQuery(send, secret))
  return (
    <ArticlePage title={messages.title}>
      {data ? (
        <Decision decision={data} action={pages.counterNotice.href({ secret })} />
      ) : (
        <p className="mt-5 text-lg text-soft">{isError ? 'There is no such decision.' : 'Loading...'}</p>
      )}
    </ArticlePage>
  )
}

type Status = Reply<typeof counterNotices.status>

function Decision({ decision, action }: { decision: Status; action: string }) {
  const { image, note, decided_at, state } = decision
  return (
    <div className="report">
      <div>
        <p className="max-w-[46ch] text-lg">
          <bdi className="wrap-anywhere">{`Your picture “${image.title}”`}</bdi>{' '}
          {'was taken down after a notice of copyright'}, <DayText at={decided_at} />.
        </p>
        {note && <Words text={note} className="mt-3 max-w-[46ch]" />}
        {state === 'possible' && <p className="mt-3 max-w-[46ch] text-soft">{messages.lead}</p>}
        <p className="mt-6 max-w-[46ch] text-soft text-sm">{messages.keep}</p>
        <PictureLinks slug={image.slug} />
      </div>
      {state === 'possible' ? <CounterNoticeForm action={action} /> : <Outcome {...decision} state={state} />}
    </div>
  )
}

type OutcomeProps = Pick<Status, 'returns_at' | 'sentence'> & { state: Exclude<Status['state'], 'possible'> }

const Outcome = ({ state, returns_at, sentence }: OutcomeProps) => (
  <div>
    <p className="max-w-[46ch] text-lg" role="status">
      {messages.states[state]}
    </p>
    {state === 'open' && returns_at && (
      <p className="mt-3">
        It returns after <DayText at={returns_at} />.
      </p>
    )}
    {sentence && <Words text={sentence} />}
  </div>
)

function CounterNoticeForm({ action }: { action: string }) {
  const form = usePostedForm(action)
  const { field, check } = form
  const line = (name: string) => ({ maxLength: reportLimits.line, ...field(name) })
  return (
    <PostedForm form={form} texts={messages}>
      <p className="text-soft text-sm">{messages.noticeHint(reportLimits.counterNoticeDays)}</p>
      <FormField label="Your name" autoComplete="name" {...line('name')} />
      <FormField label="Your postal address" autoComplete="street-address" {...line('address')} />
      <FormField label="Your phone number" autoComplete="tel" {...line('phone')} />
      <CheckField label={messages.statements.mistake} {...check('mistake')} />
      <CheckField label={messages.statements.jurisdiction} {...check('jurisdiction')} />
      <TextField
        label="Why are we wrong?"
        hint="Optional. We pass it on as it is."
        rows={6}
        maxLength={reportLimits.text}
        {...field('message')}
      />
      <FormField label="Signature: type your name" autoComplete="off" {...line('signature')} />
    </PostedForm>
  )
}
