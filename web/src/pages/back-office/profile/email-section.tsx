import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { emailChange, emailChangeFields, type Profile } from '@vitrine/contract/calls/accounts/profile'
import MailCheck from 'lucide-react/icons/mail-check'
import { useRefresh } from '#api/back-office.ts'
import { useCall } from '#ui/back-office/use-call.ts'
import { SmallButton } from '#ui/button.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { OwnPasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { FormSection } from './form-section.tsx'
import { messages } from './messages.ts'

/** The own e-mail address, and the one that waits to be confirmed (requirements: #email-change). */
export function EmailSection({ profile: { email, new_email } }: { profile: Profile }) {
  return (
    <FormSection
      title="E-mail address"
      hint="You log in with it, and we write to it."
      open="Change e-mail address"
      form={(close) => <EmailForm onClose={() => close()} />}
    >
      <p className="wrap-anywhere mt-4 font-semibold">{email}</p>
      <div role="status">{new_email && <PendingEmail email={new_email} />}</div>
    </FormSection>
  )
}

function PendingEmail({ email }: { email: string }) {
  // Also after a refusal: the link may have been opened meanwhile.
  const { call, isBusy } = useCall()
  return (
    <div className="mt-4 rounded-xl border border-line px-4 py-3.5">
      <p className="wrap-anywhere flex gap-3 text-pretty">
        <MailCheck size={20} className="mt-0.5 shrink-0 text-soft" />
        {messages.emailPending(email)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <SmallButton onClick={() => void call(emailConfirmation.sendAgain)} disabled={isBusy} text="Send it again" />
        <SmallButton onClick={() => void call(emailChange.cancel)} disabled={isBusy} text="Keep the old address" />
      </div>
    </div>
  )
}

/** Asks for another e-mail address, with the password (requirements: #email-change). */
function EmailForm({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh()
  const form = useApiForm({
    endpoint: emailChange.request,
    schema: emailChangeFields,
    focus: 'email',
    async onDone() {
      await refresh()
      onClose()
    },
  })
  return (
    <ApiForm form={form} texts={messages.changeOfEmail} onCancel={onClose}>
      <FormField label="New e-mail address" type="email" autoComplete="email" {...form.field('email')} />
      <OwnPasswordField {...form.field('password')} />
    </ApiForm>
  )
}
