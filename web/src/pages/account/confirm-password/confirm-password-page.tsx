import { passwords, resetPasswordFields } from '@vitrine/contract/calls/accounts/auth'
import { pages } from '@vitrine/contract/pages'
import { useNavigate, useParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { endSession } from '#api/session.ts'
import { passwordIsSet } from '#pages/account/password-changed/password-changed-page.tsx'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'

const messages = {
  title: 'Set a new password',
  form: 'Reset Password Form',
  submit: 'Set password',
  sending: 'Setting...',
}

/** Sets a new password by the link from the mail; only submitting consumes the link (requirements: #reset-password). */
export function ConfirmPasswordPage() {
  const { uidb64 = '', token = '' } = useParams()
  const navigate = useNavigate()
  const { site } = useAppContext()
  const form = useApiForm({
    endpoint: passwords.reset,
    schema: resetPasswordFields(site.password_max_length),
    send: ({ new_password }, call) => call(passwords.reset, { params: { uidb64, token }, body: { new_password } }),
    async onDone() {
      // The server has ended all sessions of the account, so a session stored here is invalid.
      endSession(null)
      // The back button must not lead to the used link.
      await navigate(pages.passwordChanged.href(), { replace: true, state: passwordIsSet })
    },
  })
  return (
    <AuthLayout heading={messages.title}>
      <PageHead title={messages.title} />
      <ApiForm form={form} texts={messages} submitClass="w-full" className="gap-5">
        <PasswordField label="New password" autoComplete="new-password" {...form.field('new_password')} />
        <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirm_password')} />
      </ApiForm>
      <AuthLink href={pages.forgotPassword.href()}>Ask for a new link</AuthLink>
    </AuthLayout>
  )
}
