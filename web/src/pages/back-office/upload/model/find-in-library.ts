import { type LookAlike as FoundImage, picturesPerRequest, uploads } from '@vitrine/contract/calls/back-office/uploads'
import { packRow } from '@vitrine/contract/measures/similarity/perceptual-row'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient, type Transport } from '#api/api-client.ts'
import { queryString } from '#api/query-string.ts'
import { previewUrl } from '#image-card/image-src.ts'
import type { FileInspection } from '../inspection/inspect-file.ts'
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
  const thumbnail = previewUrl({ cloudflare_url }, 320)
  return { ...resemblance, image: { id, title, status, isOwn: is_own, thumbnail, href } }
}

interface PendingRequest<Item, Answer> {
  item: Item
  resolve: (answer: Answer | undefined) => void
}

/** Milliseconds to wait for more items. */
const collectMs = 300

/**
 * Collects single items into requests of at most `maxItems`, one request at a time. The items of a failed request
 * resolve to undefined; there is no retry.
 */
export function batchRequests<Item, Answer>(
  maxItems: number,
  send: (items: Item[]) => Promise<(Answer | undefined)[]>,
) {
  const waiting: PendingRequest<Item, Answer>[] = []
  let isSending = false

  const sendNext = async () => {
    if (isSending || !waiting.length) return
    isSending = true
    if (waiting.length < maxItems) await new Promise((resolve) => setTimeout(resolve, collectMs))
    const batch = waiting.splice(0, maxItems)
    const answers = await send(batch.map(({ item }) => item)).catch(() => [])
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index])
    isSending = false
    void sendNext()
  }

  return (item: Item) =>
    new Promise<Answer | undefined>((resolve) => {
      waiting.push({ item, resolve })
      void sendNext()
    })
}
