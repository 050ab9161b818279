import { type Duplicate as OwnedImage, uploads } from '@vitrine/contract/calls/uploads'
import { backOfficeHref } from '@vitrine/contract/pages'
import { hashesPerRequest } from '@vitrine/contract/perceptual-hash'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { queryString } from '#api/query-string.ts'
import { variantUrl } from '#image-card/image-src.ts'
import type { FileInspection } from '../inspection/inspect-file.ts'
import { batchRequests } from './batch-requests.ts'
import type { Duplicate } from './upload.ts'

/** Searches the person's images for a duplicate of a file; impossible without its hash (pages without HTTPS). */
export function createLibraryFinder(user: SignedInUser, send: Transport) {
  const request = batchRequests(hashesPerRequest, async (inspections: FileInspection[]) => {
    const pictures = inspections.map(({ sha256, dhash }) => ({ sha256: sha256!, look: dhash ?? null }))
    const { found } = await apiClient(send)(uploads.alike, { body: { pictures } })
    return inspections.map((_, i) => found.find(({ index }) => index === i))
  })

  return async (inspection: FileInspection): Promise<Duplicate | undefined> => {
    const owned = inspection.sha256 && (await request(inspection))
    return owned ? toDuplicate(user, owned) : undefined
  }
}

function toDuplicate(user: SignedInUser, { id, same, title, status, cloudflare_url }: OwnedImage): Duplicate {
  // The title search puts the image on the first page, where the side panel finds it.
  const href = backOfficeHref(user, 'total') + queryString({ title, image: id })
  return { where: 'library', same, title, status, thumbnail: variantUrl({ cloudflare_url }, 320), href }
}
