import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/users'
import { useState } from 'react'
import { Awaited } from '../../parts/awaited.tsx'
import type { OfficePage } from '../../parts/office.tsx'
import { OfficeHead } from '../../parts/office-head.tsx'
import { useSurroundings } from '../../surroundings.ts'
import { ConfigForm } from './config-form.tsx'
import { configOf } from './config-of.ts'
import { Delivery } from './delivery.tsx'
import { words } from './words.ts'

export const hosting: OfficePage = { title: words.title, Page: HostingPage }

function HostingPage({ user }: { user: SignedInUser }) {
  const { send } = useSurroundings()
  const query = useQuery(configOf(send, user))
  // A form keeps what it began with: when the configuration was taken away, another one begins.
  const [form, setForm] = useState(0)
  return (
    <>
      <OfficeHead title={words.title} hint={words.hint} />
      <div className="panel max-w-2xl px-6 py-7 sm:px-9 sm:py-9">
        <Awaited query={query} loading={words.loading} failed={words.failed}>
          {(config) => <ConfigForm key={form} user={user} config={config} />}
        </Awaited>
      </div>
      {query.data && <Delivery user={user} onLeft={() => setForm(form + 1)} />}
    </>
  )
}
