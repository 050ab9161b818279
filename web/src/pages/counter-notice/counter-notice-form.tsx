import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { useAppContext } from '#api/app-context.ts'
import { CheckField } from '#pages/report/check-field.tsx'
import { FormAnswer, FormField, TextField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'

/** A form that the browser posts itself, to the address of its page. */
export function CounterNoticeForm({ action }: { action: string }) {
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
