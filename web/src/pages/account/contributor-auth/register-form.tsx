import { auth, registerFields } from '@vitrine/contract/calls/accounts/auth'
import type { CallInput } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FieldMessage, FormField } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

type Fields = CallInput<typeof auth.register>['body']

interface RegisterFormProps {
  /** Called before the person is signed in. */
  onDone: () => void
  /** Called where they have to sign in by hand. */
  onLoginFailed: (email: string) => void
}

/** Opens an account and signs in with what was typed (requirements: #contributor-auth). */
export function RegisterForm({ onDone, onLoginFailed }: RegisterFormProps) {
  const { send } = useAppContext()
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Fields>({
    resolver: zodResolver(registerFields),
  })
  const { errors, isSubmitting } = formState

  const open = async (body: Fields) => {
    try {
      await apiClient(send)(auth.register, { body })
      toast('success', auth.register.messages.done)
    } catch (error) {
      return showFormError(error, setError, auth.register.messages.failed)
    }
    try {
      const { email, password } = body
      const { data } = await apiClient(send)(auth.login, { body: { email, password } })
      onDone()
      session.store(data)
    } catch {
      onLoginFailed(body.email)
    }
  }

  return (
    <AppForm
      aria-label={messages.registerForm}
      onSubmit={handleSubmit(open)}
      onInput={() => clearErrors('root')}
      className="grid gap-5"
    >
      {fields.map(({ name, ...field }) => (
        <FormField key={name} message={errors[name]?.message} {...field} {...register(name)} />
      ))}
      {passwordFields.map(({ name, ...field }) => (
        <PasswordField
          key={name}
          autoComplete="new-password"
          message={errors[name]?.message}
          {...field}
          {...register(name)}
        />
      ))}
      <div className="grid gap-1.5">
        <label className="flex min-h-6 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            aria-invalid={Boolean(errors.terms_accepted)}
            aria-describedby="terms-message"
            {...register('terms_accepted')}
          />
          <span>
            {`${messages.accept} `}
            <a className="link" href={pages.terms.href()} target="_blank" rel="noopener">
              {messages.terms}
            </a>
          </span>
        </label>
        <FieldMessage id="terms-message" message={errors.terms_accepted?.message} />
      </div>
      <FormAnswer failed={errors.root?.message} />
      <button type="submit" className="button main" disabled={isSubmitting}>
        {isSubmitting ? messages.sending : messages.submit}
      </button>
    </AppForm>
  )
}

const fields = [
  { name: 'username', label: messages.username, autoComplete: 'nickname', title: messages.usernameHint },
  { name: 'email', label: messages.email, type: 'email', autoComplete: 'email' },
  { name: 'number', label: messages.number, type: 'tel', autoComplete: 'tel' },
] as const

const passwordFields = [
  { name: 'password', label: messages.password, hint: messages.passwordHint },
  { name: 'confirm_password', label: messages.confirm },
] as const
