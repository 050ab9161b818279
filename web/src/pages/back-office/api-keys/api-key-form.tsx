import { useQueryClient } from '@tanstack/react-query'
import { apiKeys, newApiKeyFields } from '@vitrine/contract/calls/accounts/api-keys'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useAppContext } from '#api/app-context.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { apiKeysQuery } from './api-keys-query.ts'
import { messages } from './messages.ts'

export interface CreatedKey {
  name: string
  key: string
}

interface ApiKeyFormProps {
  user: SignedInUser
  onCreated: (created: CreatedKey) => void
}

export function ApiKeyForm({ user, onCreated }: ApiKeyFormProps) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const form = useApiForm<CallInput<typeof apiKeys.create>['body']>({
    schema: newApiKeyFields,
    failed: apiKeys.create.messages.failed,
    async submit(body, { call, reset }) {
      const { key } = await call(apiKeys.create, { body })
      reset()
      onCreated({ name: body.name, key })
      await cache.invalidateQueries({ queryKey: apiKeysQuery(send, user).queryKey })
      return apiKeys.create.messages.done
    },
  })

  return (
    <ApiForm
      form={form}
      label={messages.form}
      submit={messages.create}
      sending={messages.creating}
      className="max-w-md gap-5"
    >
      <FormField label={messages.name} placeholder={messages.nameHint} autoComplete="off" {...form.field('name')} />
    </ApiForm>
  )
}
