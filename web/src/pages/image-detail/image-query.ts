import { queryOptions } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { Card, PublicImage } from '@vitrine/contract/schemas/image'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const imageBySlug = publicEndpoint<typeof gallery.one>('GET', '/images/:slug/')

export function imageQuery(send: Transport, slug: string, page = 1) {
  return queryOptions({
    queryKey: page > 1 ? ['image', slug, page] : ['image', slug],
    queryFn: ({ signal }) =>
      apiClient(send, signal)(imageBySlug, { params: { slug }, query: { page: page > 1 ? page : undefined } }),
  })
}

/** An image, or its card from a list: enough to render the stage before the reply arrives. */
export type PartialImage = Card & Partial<PublicImage>
