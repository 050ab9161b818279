import { queryOptions } from '@tanstack/react-query'
import { sessions } from '@vitrine/contract/calls/sessions'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'

/** Where this person is signed in, asked for at each visit; under his name, so that nobody after him is shown it. */
export const sessionsQuery = ({ username }: SignedInUser, send: Transport) =>
  queryOptions({
    queryKey: ['sessions', username],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(sessions.list)).sessions,
    staleTime: 0,
  })
