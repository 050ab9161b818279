import { queryOptions } from '@tanstack/react-query'
import { apiKeys } from '@vitrine/contract/calls/accounts/api-keys'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'

/** A person's API keys; keyed by username, so that the next person to sign in never sees them. */
export const apiKeysQuery = (send: Transport, { username }: SignedInUser) =>
  queryOptions({
    queryKey: ['api-keys', username],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(apiKeys.list)).api_keys,
    staleTime: 0,
  })
