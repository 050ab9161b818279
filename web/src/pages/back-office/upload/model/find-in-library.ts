import { type Duplicate as Owned, uploads } from '@vitrine/contract/calls/uploads'
import { backOfficeHref } from '@vitrine/contract/pages'
import { hashesPerRequest } from '@vitrine/contract/perceptual-hash'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { queryString } from '#api/query-string.ts'
import { variantUrl } from '#image-card/image-src.ts'
import type { FileInspection } from '../inspection/inspect-file.ts'
import { batchRequests } from './batch-requests.ts'
import type { Duplicate } from './duplicate.ts'

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
