import { auth, loginFields } from '@vitrine/contract/calls/accounts/auth'
import type { CallInput } from '@vitrine/contract/endpoint'
import { session } from '#api/session.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { messages } from './messages.ts'

type LoginFields = CallInput<typeof auth.login>['body']

interface LoginFormProps {
  /** On the admin's page the messages end with a full stop (requirements: #login-fields). */
  end?: '' | '.'
  /** Filled in for a person who has just registered. */
  email?: string
}

/** Signs in; SignedOutGuard around it then leads to the dashboard. */
export function LoginForm({ end = '', email }: LoginFormProps) {
  const form = useApiForm<LoginFields>({
    schema: loginFields(end),
    values: { email },
    focus: email ? 'password' : undefined,
    done: email ? messages.login.registered : undefined,
    failed: auth.login.messages.failed,
    async submit(body, { call }) {
      const { data } = await call(auth.login, { body })
      session.store(data)
      return auth.login.messages.done
    },
  })
  const { form: label, submit, sending } = messages.login
  return (
    <ApiForm form={form} label={label} submit={submit} sending={sending} submitClass="w-full" className="gap-5">
      <FormField label={messages.login.email} type="email" autoComplete="username" {...form.field('email')} />
      <PasswordField label={messages.login.password} autoComplete="current-password" {...form.field('password')} />
    </ApiForm>
  )
}
