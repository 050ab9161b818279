import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/users'
import { useState } from 'react'
import { LoadState } from '../../parts/awaited.tsx'
import type { BackOfficePage } from '../../parts/office.tsx'
import { BackOfficeHeading } from '../../parts/office-head.tsx'
import { useAppContext } from '../../surroundings.ts'
import { ConfigForm } from './config-form.tsx'
import { configQuery } from './config-of.ts'
import { DeliverySection } from './delivery.tsx'
import { messages } from './words.ts'

export const cdn: BackOfficePage = { title: messages.title, Page: CdnPage }

function CdnPage({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const query = useQuery(configQuery(send, user))
  // A form keeps what it began with: when the configuration was taken away, another one begins.
  const [form, setForm] = useState(0)
  return (
    <>
      <BackOfficeHeading title={messages.title} hint={messages.hint} />
      <div className="panel max-w-2xl px-6 py-7 sm:px-9 sm:py-9">
        <LoadState query={query} loading={messages.loading} failed={messages.failed}>
          {(config) => <ConfigForm key={form} user={user} config={config} />}
        </LoadState>
      </div>
      {query.data && <DeliverySection user={user} onLeft={() => setForm(form + 1)} />}
    </>
  )
}
