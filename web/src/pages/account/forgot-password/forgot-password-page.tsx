import { forgotPasswordFields, passwords } from '@vitrine/contract/calls/accounts/auth'
import { pages } from '@vitrine/contract/pages'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { useState } from 'react'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { Button } from '#ui/button.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'

const messages = {
  title: 'Forgot password',
  hint: 'Enter the e-mail address of your account. We will mail you a link for a new password.',
  form: 'Forgot Password Form',
  submit: 'Send the link',
  sending: 'Sending...',
  sent: 'Check your mail',
  sentTo: (email: string) =>
    `If there is an account for ${email}, a mail is on its way to it. Its link works once, within ` +
    `${accountLimits.resetMinutes} minutes. Nothing there? Look among the spam, too.`,
  login: 'Back to login',
}

/** Requests a reset link by mail; the reply is the same for an unknown address (requirements: #forgot-password). */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useApiForm({
    endpoint: passwords.forgot,
    schema: forgotPasswordFields,
    onDone: (_, { fields }) => setSentTo(fields.email),
  })

  if (sentTo) return <LinkSent email={sentTo} onAgain={() => setSentTo(undefined)} />
  return (
    <AuthLayout heading={messages.title}>
      <PageHead title={messages.title} />
      <p className="mb-6 text-soft">{messages.hint}</p>
      <ApiForm form={form} texts={messages} submitClass="w-full" className="gap-5">
        <FormField label="Email" type="email" autoComplete="username" {...form.field('email')} />
      </ApiForm>
      <AuthLink href={pages.contributorAuth.href()}>{messages.login}</AuthLink>
    </AuthLayout>
  )
}

/** Says nothing of whether the account exists. */
function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthLayout heading={messages.sent}>
      <PageHead title={messages.sent} />
      <p role="status" className="wrap-anywhere text-pretty text-soft">
        {messages.sentTo(email)}
      </p>
      <Button className="mt-7" onClick={onAgain} text="Use another address" />
      <AuthLink href={pages.contributorAuth.href()}>{messages.login}</AuthLink>
    </AuthLayout>
  )
}
