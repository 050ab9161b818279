import { type CdnConfig, cdn, cdnFields } from '@vitrine/contract/calls/back-office/cdn'
import * as z from 'zod/mini'
import { useRefresh } from '#api/back-office.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { trimmed, useApiForm } from '#ui/forms/use-api-form.ts'
import { messages } from './messages.ts'

/** The five fields of the CDN configuration (requirements: #cdn-page, #cdn-validation). */
export function ConfigForm({ config }: { config: CdnConfig }) {
  const refresh = useRefresh()
  const form = useApiForm<CdnConfig>({
    schema: fieldsWithMask(config.api_key),
    values: config,
    failed: cdn.configure.messages.failed,
    async submit(body, { call, reset }) {
      await call(cdn.configure, { body })
      // The stored values have the masked key; a failure here does not make the save fail.
      reset(await call(cdn.config).catch(() => body))
      await refresh()
      return cdn.configure.messages.done
    },
  })

  return (
    <ApiForm
      form={form}
      label={messages.form}
      submit={messages.save}
      sending={messages.saving}
      className="items-start gap-x-5 gap-y-6 sm:grid-cols-2"
    >
      {fieldNames.map((name) => (
        <div key={name} className={name === 'api_key' ? 'sm:col-span-2' : 'min-w-0'}>
          <FormField
            className="field scroll-mt-28"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            label={messages.labels[name]}
            hint={name === 'api_key' && config.api_key ? messages.keyStored : messages.hints[name]}
            type={name === 'email' ? 'email' : 'text'}
            // The mask is selected whole, so that typing replaces it.
            onFocus={({ currentTarget }) => name === 'api_key' && currentTarget.select()}
            {...form.field(name, trimmed)}
          />
        </div>
      ))}
    </ApiForm>
  )
}

const fieldNames = ['api_key', 'account_id', 'account_hash', 'images_domain', 'email'] as const

/** The contract's fields, but a partly edited mask of the stored key is refused. */
const fieldsWithMask = (mask: string) =>
  z.extend(cdnFields, {
    api_key: cdnFields.shape.api_key.check(
      z.refine((key) => key === mask || !key.includes('•'), messages.incompleteKey),
    ),
  })
