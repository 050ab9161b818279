import { queryOptions } from '@tanstack/react-query'
import { sessions } from '@vitrine/contract/sessions'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient, type Transport } from '../../call.ts'

/** Where this person is signed in, asked for at each visit; under his name, so that nobody after him is shown it. */
export const sessionsQuery = ({ username }: SignedInUser, send: Transport) =>
  queryOptions({
    queryKey: ['sessions', username],
    queryFn: async ({ signal }) => (await apiClient(send, signal)(sessions.list)).sessions,
    staleTime: 0,
  })
