import { passwords, resetPasswordFields } from '@vitrine/contract/calls/accounts/passwords'
import { pages } from '@vitrine/contract/pages'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import type * as z from 'zod/mini'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { passwordIsSet } from '#shells/auth/password-is-set.ts'
import { PageHead } from '#shells/page-head.tsx'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

type Fields = z.input<typeof resetPasswordFields>

/** Sets a new password by the link from the mail; only submitting consumes the link (requirements: #reset-password). */
export function ConfirmPasswordPage() {
  const { send } = useAppContext()
  const { uidb64 = '', token = '' } = useParams()
  const navigate = useNavigate()
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Fields>({
    resolver: zodResolver(resetPasswordFields),
  })
  const { errors, isSubmitting } = formState

  const reset = async ({ new_password }: Fields) => {
    try {
      await apiClient(send)(passwords.reset, { params: { uidb64, token }, body: { new_password } })
      // The server has ended all sessions of the account, so a session stored here is invalid.
      session.clear()
      toast('success', passwords.reset.messages.done)
      // The back button must not lead to the used link.
      await navigate(pages.passwordChanged.href(), { replace: true, state: passwordIsSet })
    } catch (error) {
      showFormError(error, setError, passwords.reset.messages.failed)
    }
  }

  return (
    <AuthLayout heading={messages.title}>
      <PageHead title={messages.title} />
      <AppForm
        aria-label={messages.form}
        onSubmit={handleSubmit(reset)}
        onInput={() => clearErrors('root')}
        className="grid gap-5"
      >
        {fields.map(({ name, label }) => (
          <PasswordField
            key={name}
            label={label}
            autoComplete="new-password"
            message={errors[name]?.message}
            {...register(name)}
          />
        ))}
        <FormAnswer failed={errors.root?.message} />
        <button type="submit" className="button main" disabled={isSubmitting}>
          {isSubmitting ? messages.sending : messages.submit}
        </button>
      </AppForm>
      <AuthLink href={pages.forgotPassword.href()}>{messages.again}</AuthLink>
    </AuthLayout>
  )
}

const fields = [
  { name: 'new_password', label: messages.password },
  { name: 'confirm_password', label: messages.confirm },
] as const
