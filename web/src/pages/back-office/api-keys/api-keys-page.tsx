import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { ApiKeyForm, type CreatedKey } from './api-key-form.tsx'
import { apiKeysQuery } from './api-keys-query.ts'
import { KeyList } from './key-list.tsx'
import { messages } from './messages.ts'
import { NewKey } from './new-key.tsx'

/** Keys for a person's programs: made, listed and revoked (requirements: #api-keys). */
export function ApiKeysPage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  const query = useQuery(apiKeysQuery(send, user))
  const [created, setCreated] = useState<CreatedKey>()
  return (
    <>
      <BackOfficeHeading title={title} />
      <p className="mt-3 max-w-[64ch] text-pretty text-soft">{messages.intro}</p>
      <div className="mt-8 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid min-w-0 gap-8">
          <ApiKeyForm user={user} onCreated={setCreated} />
          {created && <NewKey created={created} />}
        </div>
        <section aria-labelledby="keys" className="min-w-0">
          <h2 id="keys" className="heading mb-4">
            {messages.keys}
          </h2>
          <LoadState query={query} loading={messages.loading} failed={messages.failed}>
            {(keys) => <KeyList user={user} keys={keys} />}
          </LoadState>
        </section>
      </div>
    </>
  )
}
