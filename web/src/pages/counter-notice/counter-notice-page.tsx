import { useQuery } from '@tanstack/react-query'
import type { counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { useParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { CheckField } from '#pages/report/check-field.tsx'
import { DayText } from '#pages/report/day-text.tsx'
import { PictureLinks } from '#pages/report/picture-links.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'
import { FormAnswer, FormField, TextField } from '#ui/forms/form-field.tsx'
import { counterNoticeQuery } from './counter-notice-query.ts'
import { messages } from './messages.ts'

/** Where a contributor answers a notice of copyright, and sees what becomes of that; its address is its secret. */
export function CounterNoticePage() {
  const { send } = useAppContext()
  const { secret = '' } = useParams()
  const { data, isError } = useQuery(counterNoticeQuery(send, secret))
  return (
    <PublicLayout>
      <PageHead title={messages.title} />
      <article className="page-width py-[clamp(24px,5vw,64px)]">
        <h1 className="display max-w-[16ch]">{messages.title}</h1>
        {data ? (
          <Decision decision={data} action={pages.counterNotice.href({ secret })} />
        ) : (
          <p className="mt-5 text-lg text-soft">{isError ? messages.missing : messages.loading}</p>
        )}
      </article>
    </PublicLayout>
  )
}

type Status = Reply<typeof counterNotices.status>

function Decision({ decision, action }: { decision: Status; action: string }) {
  const { image, note, decided_at, state } = decision
  return (
    <div className="report">
      <div>
        <p className="max-w-[46ch] text-lg">
          <bdi className="wrap-anywhere">{messages.picture(image.title)}</bdi> {messages.down},{' '}
          <DayText at={decided_at} />.
        </p>
        {note && (
          <p dir="auto" className="wrap-anywhere mt-3 max-w-[46ch] whitespace-pre-line">
            {note}
          </p>
        )}
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
        {messages.returns} <DayText at={returns_at} />.
      </p>
    )}
    {sentence && (
      <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line">
        {sentence}
      </p>
    )}
  </div>
)

/** A form that the browser posts itself, to the address of its page. */
function CounterNoticeForm({ action }: { action: string }) {
  const { form } = useAppContext()
  const posted = form?.path === action ? form : undefined
  const errorAt = (name: string) => posted?.fields.find(({ at }) => at === name)?.message
  const field = (name: string) => ({ name, defaultValue: posted?.values[name] ?? '', message: errorAt(name) })
  const line = (name: string) => ({ maxLength: reportLimits.line, ...field(name) })
  const check = (name: keyof typeof messages.statements) => (
    <CheckField label={messages.statements[name]} name={name} posted={posted} message={errorAt(name)} />
  )
  return (
    <form aria-label={messages.form} method="post" action={action} noValidate className="grid min-w-0 gap-6">
      {posted && <FormAnswer failed={posted.fields.length ? messages.failed : posted.message} />}
      <p className="text-soft text-sm">{messages.noticeHint(reportLimits.counterNoticeDays)}</p>
      <FormField label={messages.name} autoComplete="name" {...line('name')} />
      <FormField label={messages.address} autoComplete="street-address" {...line('address')} />
      <FormField label={messages.phone} autoComplete="tel" {...line('phone')} />
      {check('mistake')}
      {check('jurisdiction')}
      <TextField
        label={messages.message}
        hint={messages.messageHint}
        rows={6}
        maxLength={reportLimits.text}
        {...field('message')}
      />
      <FormField label={messages.signature} autoComplete="off" {...line('signature')} />
      <button type="submit" className="button main justify-self-start">
        {messages.submit}
      </button>
    </form>
  )
}
