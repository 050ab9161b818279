import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { Card, PublicImage } from '@vitrine/contract/schemas/image'
import { publicEndpoint, type Transport } from '#api/api-client.ts'
import { callQuery } from '#api/query-client.ts'

const imageBySlug = publicEndpoint<typeof gallery.one>('GET', '/images/:slug/')

export function imageQuery(send: Transport, slug: string, page = 1) {
  const query = page > 1 ? { page } : {}
  return callQuery(send, ['image', slug, ...Object.values(query)], imageBySlug, { params: { slug }, query })
}

/** An image, or its card from a list: enough to render the stage before the reply arrives. */
export type PartialImage = Card & Partial<PublicImage>
