import { useQueryClient } from '@tanstack/react-query'
import { apiKeys, newApiKeyFields } from '@vitrine/contract/calls/accounts/api-keys'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
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
  const { register, handleSubmit, setError, reset, formState } = useForm<CallInput<typeof apiKeys.create>['body']>({
    resolver: zodResolver(newApiKeyFields),
  })
  const { errors, isSubmitting } = formState

  const create = async (body: { name: string }) => {
    try {
      const { key } = await apiClient(send)(apiKeys.create, { body })
      reset()
      toast('success', apiKeys.create.messages.done)
      onCreated({ name: body.name, key })
      await cache.invalidateQueries({ queryKey: apiKeysQuery(send, user).queryKey })
    } catch (error) {
      showFormError(error, setError, apiKeys.create.messages.failed)
    }
  }

  return (
    <AppForm aria-label={messages.form} onSubmit={handleSubmit(create)} className="grid max-w-md gap-5">
      <FormField
        label={messages.name}
        placeholder={messages.nameHint}
        autoComplete="off"
        message={errors.name?.message}
        {...register('name')}
      />
      <FormAnswer failed={errors.root?.message} />
      <button type="submit" className="button main justify-self-start" disabled={isSubmitting}>
        {isSubmitting ? messages.creating : messages.create}
      </button>
    </AppForm>
  )
}
