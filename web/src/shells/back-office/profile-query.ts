import { queryOptions } from '@tanstack/react-query'
import { type Profile, profiles } from '@vitrine/contract/calls/accounts/profile'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { backOfficeKey } from '#api/back-office.ts'
import { session } from '#api/session.ts'

/** The signed-in user's profile: the first item of the reply (requirements: #profile-fields). */
export const profileQuery = (send: Transport, user: SignedInUser) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'profile'],
    queryFn: async ({ signal }) => {
      const profile = (await apiClient(send, signal)(profiles.mine))[0]!
      updateSession(profile)
      return profile
    },
  })

/** Stores what has changed in the session, unless another person has signed in meanwhile. */
export function updateSession({ username, email, first_name, last_name, image }: Profile) {
  const current = session.read()
  if (current?.user.username !== username) return
  const user = { ...current.user, email, first_name, last_name, image }
  if (JSON.stringify(user) !== JSON.stringify(current.user)) session.store({ ...current, user })
}
