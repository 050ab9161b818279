import { useQueryClient } from '@tanstack/react-query'
import { changePasswordFields, passwords } from '@vitrine/contract/calls/accounts/passwords'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useAppContext } from '#api/app-context.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { messages } from './messages.ts'
import { sessionsQuery } from './sessions-query.ts'

type Fields = CallInput<typeof passwords.change>['body']

/** Changes the own password, which ends all other sessions (requirements: #change-password). */
export function ChangePasswordForm({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const form = useApiForm<Fields>({
    schema: changePasswordFields,
    failed: passwords.change.messages.failed,
    async submit(body, { call, reset }) {
      await call(passwords.change, { body })
      reset()
      await cache.invalidateQueries({ queryKey: sessionsQuery(user, send).queryKey })
      return passwords.change.messages.done
    },
  })

  return (
    <ApiForm
      form={form}
      label={messages.form}
      submit={messages.submit}
      sending={messages.sending}
      className="max-w-md gap-5"
    >
      {/* Tells password managers which account this password belongs to. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      {fields.map(({ name, label, autoComplete }) => (
        <PasswordField key={name} label={label} autoComplete={autoComplete} {...form.field(name)} />
      ))}
    </ApiForm>
  )
}

const fields = [
  { name: 'old_password', label: messages.old, autoComplete: 'current-password' },
  { name: 'new_password', label: messages.password, autoComplete: 'new-password' },
  { name: 'confirm_password', label: messages.confirm, autoComplete: 'new-password' },
] as const
