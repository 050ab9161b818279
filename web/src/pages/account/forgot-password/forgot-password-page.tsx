import { forgotPasswordFields, passwords } from '@vitrine/contract/calls/accounts/passwords'
import type { CallInput } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

type Fields = CallInput<typeof passwords.forgot>['body']

/** Requests a reset link by mail; the reply is the same for an unknown address (requirements: #forgot-password). */
export function ForgotPasswordPage() {
  const { send } = useAppContext()
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Fields>({
    resolver: zodResolver(forgotPasswordFields),
  })
  const { errors, isSubmitting } = formState
  const [sentTo, setSentTo] = useState<string>()

  const requestLink = async (body: Fields) => {
    try {
      await apiClient(send)(passwords.forgot, { body })
      toast('success', passwords.forgot.messages.done)
      setSentTo(body.email)
    } catch (error) {
      showFormError(error, setError, passwords.forgot.messages.failed)
    }
  }

  if (sentTo) return <LinkSent email={sentTo} onAgain={() => setSentTo(undefined)} />
  return (
    <AuthLayout heading={messages.title}>
      <PageHead title={messages.title} />
      <p className="mb-6 text-soft">{messages.hint}</p>
      <AppForm
        aria-label={messages.form}
        onSubmit={handleSubmit(requestLink)}
        onInput={() => clearErrors('root')}
        className="grid gap-5"
      >
        <FormField
          label={messages.email}
          type="email"
          autoComplete="username"
          message={errors.email?.message}
          {...register('email')}
        />
        <FormAnswer failed={errors.root?.message} />
        <button type="submit" className="button main" disabled={isSubmitting}>
          {isSubmitting ? messages.sending : messages.submit}
        </button>
      </AppForm>
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
      <button type="button" className="button mt-7" onClick={onAgain}>
        {messages.again}
      </button>
      <AuthLink href={pages.contributorAuth.href()}>{messages.login}</AuthLink>
    </AuthLayout>
  )
}
