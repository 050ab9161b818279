import { auth, registerFields } from '@vitrine/contract/calls/accounts/auth'
import type { CallInput } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { session } from '#api/session.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FieldMessage, FormField } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
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
  const form = useApiForm<Fields>({
    schema: registerFields,
    failed: auth.register.messages.failed,
    async submit(body, { call }) {
      await call(auth.register, { body })
      const { email, password } = body
      try {
        const { data } = await call(auth.login, { body: { email, password } })
        onDone()
        session.store(data)
      } catch {
        onLoginFailed(email)
      }
      return auth.register.messages.done
    },
  })
  const { message: termsError, ...terms } = form.field('terms_accepted')
  return (
    <ApiForm
      form={form}
      label={messages.registerForm}
      submit={messages.submit}
      sending={messages.sending}
      submitClass="w-full"
      className="gap-5"
    >
      {fields.map(({ name, ...field }) => (
        <FormField key={name} {...field} {...form.field(name)} />
      ))}
      {passwordFields.map(({ name, ...field }) => (
        <PasswordField key={name} autoComplete="new-password" {...field} {...form.field(name)} />
      ))}
      <div className="grid gap-1.5">
        <label className="flex min-h-6 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            aria-invalid={Boolean(termsError)}
            aria-describedby="terms-message"
            {...terms}
          />
          <span>
            {`${messages.accept} `}
            <a className="link" href={pages.terms.href()} target="_blank" rel="noopener">
              {messages.terms}
            </a>
          </span>
        </label>
        <FieldMessage id="terms-message" message={termsError} />
      </div>
    </ApiForm>
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
