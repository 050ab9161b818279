import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { reportReasons } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { useAppContext } from '#api/app-context.ts'
import { FieldMessage, FormAnswer, FormField, TextField } from '#ui/forms/form-field.tsx'
import { CheckField } from './check-field.tsx'
import { messages } from './messages.ts'

/**
 * A form that the browser posts itself. The server answers with the page of the report, or with this page again, what
 * was typed and what is wrong with it.
 */
export function ReportForm({ action }: { action: string }) {
  const { form } = useAppContext()
  // Of this page: React keeps the context when another page is shown.
  const posted = form?.path === action ? form : undefined
  const errorAt = (name: string) => posted?.fields.find(({ at }) => at === name)?.message
  const field = (name: string) => ({ name, defaultValue: posted?.values[name] ?? '', message: errorAt(name) })
  const reason = posted?.values.reason
  return (
    <form aria-label={messages.form} method="post" action={action} noValidate className="grid min-w-0 gap-6">
      {posted && <FormAnswer failed={posted.fields.length ? messages.failed : posted.message} />}
      <fieldset className="reasons" aria-describedby="reason-message">
        <legend className="mb-2 font-medium text-sm">{messages.what}</legend>
        {reportReasons.map(({ value, choice }) => (
          <label key={value}>
            <input type="radio" name="reason" value={value} defaultChecked={reason === value} />
            {choice}
          </label>
        ))}
        <FieldMessage id="reason-message" message={errorAt('reason')} />
      </fieldset>
      <fieldset className="notice">
        <legend className="heading">{messages.copyright}</legend>
        <p className="text-soft text-sm">{messages.copyrightHint}</p>
        <FormField label={messages.name} autoComplete="name" maxLength={reportLimits.line} {...field('name')} />
        <TextField label={messages.work} rows={3} maxLength={reportLimits.text} {...field('work')} />
        <CheckField label={messages.goodFaith} name="good_faith" posted={posted} message={errorAt('good_faith')} />
        <CheckField label={messages.accurate} name="accurate" posted={posted} message={errorAt('accurate')} />
        <FormField
          label={messages.signature}
          autoComplete="off"
          maxLength={reportLimits.line}
          {...field('signature')}
        />
      </fieldset>
      <TextField
        label={messages.message}
        hint={messages.messageHint}
        rows={5}
        maxLength={reportLimits.text}
        {...field('message')}
      />
      <FormField
        label={messages.email}
        hint={messages.emailHint}
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      {/* Programs fill it in. */}
      <input name="website" type="text" hidden autoComplete="off" />
      <button type="submit" className="button main justify-self-start">
        {messages.submit}
      </button>
    </form>
  )
}
