import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { queryString } from '#api/query-string.ts'

/** The address that opens an image in the side panel, in the list that no change of it leaves. */
export const imageHref = (user: SignedInUser, id: number) =>
  backOfficeHref(user, 'total') + queryString({ title: id, image: id })
