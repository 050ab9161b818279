import { useQueryClient } from '@tanstack/react-query'
import { type CdnConfig, cdn, cdnFields } from '@vitrine/contract/hosting'
import type { SignedInUser } from '@vitrine/contract/users'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { apiClient } from '../../call.ts'
import { AppForm } from '../../parts/app-form.tsx'
import { zodResolver } from '../../parts/checked-by.ts'
import { showFormError } from '../../parts/refused.ts'
import { toast } from '../../parts/toasts.ts'
import { useAppContext } from '../../surroundings.ts'
import { ConfigField } from './config-field.tsx'
import { configOf } from './config-of.ts'
import { statusOf } from './status-of.ts'
import { words } from './words.ts'

/** The five fields of the delivery configuration (requirements: #cdn-page, #cdn-validation). */
export function ConfigForm({ user, config }: { user: SignedInUser; config: CdnConfig }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const { register, handleSubmit, reset, setError, formState } = useForm<CdnConfig>({
    resolver: zodResolver(fieldsBeside(config.api_key)),
    defaultValues: config,
  })
  const { errors, isSubmitting } = formState

  const save = async (body: CdnConfig) => {
    try {
      await apiClient(send)(cdn.configure, { body })
      toast('success', cdn.configure.messages.done)
      // As the server stored it, the new key masked; that it is stored is true even where this fails.
      reset(await cache.fetchQuery(configOf(send, user)).catch(() => body))
      await cache.invalidateQueries({ queryKey: statusOf(send, user).queryKey })
    } catch (error) {
      showFormError(error, setError, cdn.configure.messages.failed)
    }
  }

  return (
    <AppForm aria-label={words.form} onSubmit={handleSubmit(save)} className="grid gap-6">
      {names.map((name) => (
        <ConfigField
          key={name}
          label={words.labels[name]}
          hint={name === 'api_key' && config.api_key ? words.kept : words.hints[name]}
          type={name === 'email' ? 'email' : 'text'}
          message={errors[name]?.message}
          // A mask is nothing to write into: what is typed takes its place.
          onFocus={({ currentTarget }) => name === 'api_key' && currentTarget.select()}
          {...register(name, trimmed)}
        />
      ))}
      <button type="submit" className="button main justify-self-start" disabled={isSubmitting}>
        {isSubmitting ? words.saving : words.save}
      </button>
    </AppForm>
  )
}

const names = ['api_key', 'account_id', 'account_hash', 'images_domain', 'email'] as const

/** What is copied from a page often brings blanks. */
const trimmed = { setValueAs: (value: string) => value.trim() }

/** The contract's fields; and what is left of the mask of the stored key is no key. */
const fieldsBeside = (mask: string) =>
  z.extend(cdnFields, {
    api_key: cdnFields.shape.api_key.check(z.refine((key) => key === mask || !key.includes('•'), words.wholeKey)),
  })
