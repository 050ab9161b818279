import { hashesPerRequest } from '@vitrine/contract/looks'
import { type Duplicate as Owned, uploads } from '@vitrine/contract/uploads'
import type { SignedInUser } from '@vitrine/contract/users'
import { apiClient, type Transport } from '../../call.ts'
import { queryString } from '../../parts/asking.ts'
import { variantUrl } from '../../parts/picture.ts'
import { backOfficeHref } from '../../parts/rooms.ts'
import type { Duplicate } from './alike.ts'
import { batchRequests } from './in-questions.ts'
import type { FileInspection } from './look.ts'

/** Asks the library which images this person has already. Without a hash (pages without https) it cannot be asked. */
export function createLibraryFinder(user: SignedInUser, send: Transport) {
  const ask = batchRequests(hashesPerRequest, async (looks: FileInspection[]) => {
    const pictures = looks.map(({ sha256, dhash: motif }) => ({ sha256: sha256!, look: motif ?? null }))
    const { found } = await apiClient(send)(uploads.alike, { body: { pictures } })
    return looks.map((_, at) => found.find(({ index }) => index === at))
  })

  return async (look: FileInspection): Promise<Duplicate | undefined> => {
    const owned = look.sha256 && (await ask(look))
    return owned ? toDuplicate(user, owned) : undefined
  }
}

function toDuplicate(user: SignedInUser, { id, same, title, status, cloudflare_url }: Owned): Duplicate {
  // Among those of its title it stands on the first page, where the side panel finds it.
  const href = backOfficeHref(user, 'total') + queryString({ title, image: id })
  return { where: 'library', same, title, status, thumbnail: variantUrl({ cloudflare_url }, 320), href }
}
