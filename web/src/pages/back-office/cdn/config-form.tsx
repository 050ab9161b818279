import { useQueryClient } from '@tanstack/react-query'
import { type CdnConfig, cdn, cdnFields } from '@vitrine/contract/calls/back-office/cdn'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { ConfigField } from './config-field.tsx'
import { configQuery } from './config-query.ts'
import { messages } from './messages.ts'
import { statusQuery } from './status-query.ts'

/** The five fields of the CDN configuration (requirements: #cdn-page, #cdn-validation). */
export function ConfigForm({ user, config }: { user: SignedInUser; config: CdnConfig }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const { register, handleSubmit, reset, setError, formState } = useForm<CdnConfig>({
    resolver: zodResolver(fieldsWithMask(config.api_key)),
    defaultValues: config,
  })
  const { errors, isSubmitting } = formState

  const save = async (body: CdnConfig) => {
    try {
      await apiClient(send)(cdn.configure, { body })
      toast('success', cdn.configure.messages.done)
      // Reloads the stored values with the masked key; a failure here does not make the save fail.
      reset(await cache.fetchQuery(configQuery(send, user)).catch(() => body))
      await cache.invalidateQueries({ queryKey: statusQuery(send, user).queryKey })
    } catch (error) {
      showFormError(error, setError, cdn.configure.messages.failed)
    }
  }

  return (
    <AppForm
      aria-label={messages.form}
      onSubmit={handleSubmit(save)}
      className="grid items-start gap-x-5 gap-y-6 sm:grid-cols-2"
    >
      {fieldNames.map((name) => (
        <div key={name} className={name === 'api_key' ? 'sm:col-span-2' : 'min-w-0'}>
          <ConfigField
            label={messages.labels[name]}
            hint={name === 'api_key' && config.api_key ? messages.keyStored : messages.hints[name]}
            type={name === 'email' ? 'email' : 'text'}
            message={errors[name]?.message}
            // The mask is selected whole, so that typing replaces it.
            onFocus={({ currentTarget }) => name === 'api_key' && currentTarget.select()}
            {...register(name, trimValue)}
          />
        </div>
      ))}
      <button type="submit" className="button main justify-self-start sm:col-span-2" disabled={isSubmitting}>
        {isSubmitting ? messages.saving : messages.save}
      </button>
    </AppForm>
  )
}

const fieldNames = ['api_key', 'account_id', 'account_hash', 'images_domain', 'email'] as const

/** Copied values often contain surrounding blanks. */
const trimValue = { setValueAs: (value: string) => value.trim() }

/** The contract's fields, but a partly edited mask of the stored key is refused. */
const fieldsWithMask = (mask: string) =>
  z.extend(cdnFields, {
    api_key: cdnFields.shape.api_key.check(
      z.refine((key) => key === mask || !key.includes('•'), messages.incompleteKey),
    ),
  })
