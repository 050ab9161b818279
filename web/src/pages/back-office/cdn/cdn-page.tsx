import { type CdnConfig, cdn, cdnFields } from '@vitrine/contract/calls/back-office/cdn'
import { useState } from 'react'
import * as z from 'zod/mini'
import { eachVisit, useRead, useRefresh } from '#api/back-office.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { trimmed, useApiForm } from '#ui/forms/use-api-form.ts'
import { DeliverySection } from './delivery-section.tsx'
import { messages } from './messages.ts'

export function CdnPage({ title }: { title: string }) {
  // A form with outdated values would save them again.
  const query = useRead(cdn.config, {}, { ...eachVisit, gcTime: 0 })
  // The form keeps its default values, so a new key remounts it after the configuration was deleted.
  const [formKey, setFormKey] = useState(0)
  return (
    <>
      <BackOfficeHeading title={title} hint={messages.hint} />
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="panel px-6 py-7 sm:px-9 sm:py-8">
          <LoadState query={query} failed="Failed to load the config.">
            {(config) => <ConfigForm key={formKey} config={config} />}
          </LoadState>
        </div>
        {query.data && <DeliverySection onStopped={() => setFormKey(formKey + 1)} />}
      </div>
    </>
  )
}

/** The five fields of the CDN configuration (requirements: #cdn-page, #cdn-validation). */
function ConfigForm({ config }: { config: CdnConfig }) {
  const refresh = useRefresh()
  const form = useApiForm({
    endpoint: cdn.configure,
    schema: fieldsWithMask(config.api_key),
    values: config,
    async onDone(_, { fields, call, reset }) {
      // The stored values have the masked key; a failure here does not make the save fail.
      reset(await call(cdn.config).catch(() => fields))
      await refresh()
    },
  })

  return (
    <ApiForm form={form} texts={messages} className="items-start gap-x-5 gap-y-6 sm:grid-cols-2">
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
