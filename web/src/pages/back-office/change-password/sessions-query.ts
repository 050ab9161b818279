import { queryOptions } from '@tanstack/react-query'
import { sessions } from '@vitrine/contract/calls/accounts/sessions'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'

/** The open sessions, fetched at every visit; keyed by username, so that the next person to sign in never sees them. */
export const sessionsQuery = ({ username }: SignedInUser, send: Transport) =>
  queryOptions({
    queryKey: ['sessions', username],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(sessions.list)).sessions,
    staleTime: 0,
  })
