import { useQueryClient } from '@tanstack/react-query'
import { type ApiKey, apiKeys } from '@vitrine/contract/calls/accounts/api-keys'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { apiKeysQuery } from './api-keys-query.ts'
import { messages } from './messages.ts'

export function KeyList({ user, keys }: { user: SignedInUser; keys: ApiKey[] }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [confirming, setConfirming] = useState<number>()

  const revoke = async (id: number) => {
    try {
      await apiClient(send)(apiKeys.revoke, { params: { id } })
      toast('success', apiKeys.revoke.messages.done)
    } catch (error) {
      toastError(error, apiKeys.revoke.messages.failed)
    }
    setConfirming(undefined)
    await cache.invalidateQueries({ queryKey: apiKeysQuery(send, user).queryKey })
  }

  if (!keys.length) return <p className="text-soft">{messages.none}</p>
  return (
    <ul className="panel divide-y divide-line">
      {keys.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4.5 sm:px-6">
          <KeyRound aria-hidden="true" size={18} className="flex-none text-soft" />
          <KeyFacts apiKey={one} />
          {confirming === one.id ? (
            <div className="flex flex-wrap gap-2">
              {/* biome-ignore lint/a11y/noAutofocus: it stands in place of the button that was pressed */}
              <button type="button" className="button small danger" autoFocus onClick={() => void revoke(one.id)}>
                {messages.sure}
              </button>
              <button type="button" className="button small" onClick={() => setConfirming(undefined)}>
                {messages.keep}
              </button>
            </div>
          ) : (
            <button
              type="button"
              className="button small"
              aria-label={messages.revokeNamed(one.name)}
              onClick={() => setConfirming(one.id)}
            >
              {messages.revoke}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function KeyFacts({ apiKey: { name, beginning, created_at, last_used_at } }: { apiKey: ApiKey }) {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="wrap-anywhere font-semibold">{name}</p>
      <p className="text-soft text-sm">
        <code>{`${beginning}…`}</code>
        {` · ${messages.created} `}
        <DateTimeText at={created_at} />
        {' · '}
        {last_used_at ? (
          <>
            {`${messages.lastUsed} `}
            <DateTimeText at={last_used_at} />
          </>
        ) : (
          messages.neverUsed
        )}
      </p>
    </div>
  )
}
