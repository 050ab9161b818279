import { useQueryClient } from '@tanstack/react-query'
import { type Profile, profiles } from '@vitrine/contract/calls/profile'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'
import { profileQuery } from './profile-query.ts'

export interface ProfileChanges {
  first_name: string
  last_name: string
  /** A new picture; without one the old one stays. */
  image?: File | undefined
}

/** Sends what was changed; every page and every tab shows it at once. */
export function useUpdateProfile(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  return async (changes: ProfileChanges) => {
    const { user: changed } = await apiClient(send)(profiles.update, { form: profileForm(changes) })
    cache.setQueryData(profileQuery(send, user).queryKey, changed)
    updateSession(changed)
  }
}

function profileForm({ first_name, last_name, image }: ProfileChanges): FormData {
  const form = new FormData()
  form.append('first_name', first_name)
  form.append('last_name', last_name)
  if (image) form.append('image', image)
  return form
}

/** Unless somebody else has signed in meanwhile. */
function updateSession({ username, first_name, last_name, image }: Profile) {
  const now = session.read()
  if (now?.user.username === username) session.store({ ...now, user: { ...now.user, first_name, last_name, image } })
}
