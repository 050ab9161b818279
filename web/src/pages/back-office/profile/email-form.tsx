import { useQueryClient } from '@tanstack/react-query'
import { emailChange, emailChangeFields } from '@vitrine/contract/calls/accounts/email-change'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useAppContext } from '#api/app-context.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { messages } from './messages.ts'
import { OwnPasswordField } from './own-password-field.tsx'

type Fields = CallInput<typeof emailChange.request>['body']

/** Asks for another e-mail address, with the password (requirements: #email-change). */
export function EmailForm({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const form = useApiForm<Fields>({
    schema: emailChangeFields,
    focus: 'email',
    failed: emailChange.request.messages.failed,
    async submit(body, { call }) {
      const { message } = await call(emailChange.request, { body })
      await cache.invalidateQueries({ queryKey: profileQuery(send, user).queryKey })
      onClose()
      return message
    },
  })
  return (
    <ApiForm
      form={form}
      label={messages.emailForm}
      submit={messages.submitEmail}
      sending={messages.saving}
      onCancel={onClose}
      className="mt-5 max-w-md gap-5"
    >
      <FormField label={messages.newEmail} type="email" autoComplete="email" {...form.field('email')} />
      <OwnPasswordField user={user} {...form.field('password')} />
    </ApiForm>
  )
}
