import { useQuery } from '@tanstack/react-query'
import { type Profile, profiles } from '@vitrine/contract/calls/accounts/profile'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey, useUser } from '#api/back-office.ts'
import { session } from '#api/session.ts'

/** The own profile (requirements: #profile-fields), read again when a tab returns while a mailed link is awaited. */
export function useProfile() {
  const { send } = useAppContext()
  const user = useUser()
  return useQuery({
    queryKey: [...backOfficeKey(user), 'profile'],
    queryFn: async ({ signal }) => {
      const profile = (await apiClient(send, signal)(profiles.mine))[0]!
      updateSession(profile)
      return profile
    },
    refetchOnWindowFocus: ({ state: { data } }) => (data?.must_confirm_email || data?.new_email ? 'always' : false),
  })
}

/** Stores what has changed in the session, unless another person has signed in meanwhile. */
function updateSession({ username, email, first_name, last_name, image }: Profile) {
  const current = session.read()
  if (current?.user.username !== username) return
  const user = { ...current.user, email, first_name, last_name, image }
  if (JSON.stringify(user) !== JSON.stringify(current.user)) session.store({ ...current, user })
}
