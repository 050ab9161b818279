import { type ObjectionKind, objectionKinds } from '@vitrine/contract/vocabulary/reports/objections'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { useAppContext } from '#api/app-context.ts'
import { CheckField } from '#pages/report/check-field.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { FieldMessage, FormField } from '#ui/forms/form-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { messages } from './messages.ts'

interface ObjectionFormProps {
  action: string
  /** Whether it was taken down for copyright. */
  hasNotice: boolean
  /** From a counter-notice to the return. */
  days: number
}

/** A form that the browser posts itself, to the address of its page. */
export function ObjectionForm({ action, hasNotice, days }: ObjectionFormProps) {
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
      {hasNotice ? (
        <>
          <Kinds chosen={posted?.values.kind} message={errorAt('kind')} />
          <fieldset className="notice">
            <legend className="heading">{messages.notice}</legend>
            <p className="text-soft text-sm">{messages.noticeHint(days)}</p>
            <FormField label={messages.name} autoComplete="name" {...line('name')} />
            <FormField label={messages.address} autoComplete="street-address" {...line('address')} />
            <FormField label={messages.phone} autoComplete="tel" {...line('phone')} />
            {check('mistake')}
            {check('jurisdiction')}
            <FormField label={messages.signature} autoComplete="off" {...line('signature')} />
          </fieldset>
        </>
      ) : (
        <input type="hidden" name="kind" value={'objection' satisfies ObjectionKind} />
      )}
      <TextField
        label={messages.message}
        {...(hasNotice && { hint: messages.messageHint })}
        rows={6}
        maxLength={reportLimits.text}
        {...field('message')}
      />
      <button type="submit" className="button main justify-self-start">
        {messages.submit}
      </button>
    </form>
  )
}

const Kinds = ({ chosen, message }: { chosen: string | undefined; message: string | undefined }) => (
  <fieldset className="reasons" aria-describedby="kind-message">
    <legend className="mb-2 font-medium text-sm">{messages.how}</legend>
    {objectionKinds.toReversed().map((kind) => (
      <label key={kind}>
        <input type="radio" name="kind" value={kind} defaultChecked={chosen === kind} />
        {messages.choices[kind]}
      </label>
    ))}
    <FieldMessage id="kind-message" message={message} />
  </fieldset>
)
