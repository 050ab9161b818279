import { type Duplicate as FoundImage, picturesPerRequest, uploads } from '@vitrine/contract/calls/back-office/uploads'
import { packRow } from '@vitrine/contract/measures/similarity/perceptual-row'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { queryString } from '#api/query-string.ts'
import { variantUrl } from '#image-card/image-src.ts'
import type { FileInspection } from '../inspection/inspect-file.ts'
import { batchRequests } from './batch-requests.ts'
import type { Duplicate } from './upload.ts'

/** Searches the library for what a file shows; impossible without its hash (pages without HTTPS). */
export function createLibraryFinder(user: SignedInUser, send: Transport) {
  const request = batchRequests(picturesPerRequest, async (inspections: FileInspection[]) => {
    const pictures = inspections.map(({ sha256, row }) => ({ sha256: sha256!, row: row ? packRow(row) : null }))
    const { found } = await apiClient(send)(uploads.alike, { body: { pictures } })
    return inspections.map((_, i) => found.find(({ index }) => index === i))
  })

  return async (inspection: FileInspection): Promise<Duplicate | undefined> => {
    const found = inspection.sha256 && (await request(inspection))
    return found ? toDuplicate(user, found) : undefined
  }
}

function toDuplicate(user: SignedInUser, { kind, orientation, other_colours, image }: FoundImage): Duplicate {
  const resemblance = { where: 'library' as const, kind, orientation, other_colours }
  if (!image) return resemblance
  const { id, slug, title, status, is_own, cloudflare_url } = image
  const isManaged = is_own || user.role === 'admin'
  // The title search puts the image on the first page, where the side panel finds it.
  const href = isManaged
    ? backOfficeHref(user, 'total') + queryString({ title, image: id })
    : pages.image.href({ slug })
  const thumbnail = variantUrl({ cloudflare_url }, 320)
  return { ...resemblance, image: { id, title, status, isOwn: is_own, thumbnail, href } }
}
