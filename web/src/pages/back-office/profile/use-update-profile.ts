import { useQueryClient } from '@tanstack/react-query'
import { profiles } from '@vitrine/contract/calls/accounts/profile'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { profileQuery, updateSession } from '#shells/back-office/profile-query.ts'

export interface ProfileChanges {
  first_name: string
  last_name: string
  /** A new avatar; without one the old one is kept. */
  image?: File | undefined
  has_page: boolean
  has_decision_mails: boolean
}

/** Saves the profile and updates the cache and the session, so that all pages and tabs show it at once. */
export function useUpdateProfile(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  return async (changes: ProfileChanges) => {
    const { user: updated } = await apiClient(send)(profiles.update, { form: profileForm(changes) })
    cache.setQueryData(profileQuery(send, user).queryKey, updated)
    updateSession(updated)
  }
}

function profileForm({ first_name, last_name, image, ...switches }: ProfileChanges): FormData {
  const form = new FormData()
  form.append('first_name', first_name)
  form.append('last_name', last_name)
  for (const [name, isOn] of Object.entries(switches)) form.append(name, isOn ? '1' : '0')
  if (image) form.append('image', image)
  return form
}
