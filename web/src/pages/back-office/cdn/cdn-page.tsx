import { cdn } from '@vitrine/contract/calls/back-office/cdn'
import { useState } from 'react'
import { eachVisit, useRead } from '#api/back-office.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { ConfigForm } from './config-form.tsx'
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
          <LoadState query={query} failed={messages.failed}>
            {(config) => <ConfigForm key={formKey} config={config} />}
          </LoadState>
        </div>
        {query.data && <DeliverySection onStopped={() => setFormKey(formKey + 1)} />}
      </div>
    </>
  )
}
