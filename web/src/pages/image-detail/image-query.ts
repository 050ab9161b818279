import { queryOptions } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { Card, PublicImage } from '@vitrine/contract/schemas/image'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'

const imageBySlug = publicEndpoint<typeof gallery.one>('GET', '/images/:slug/')

/** One image and related images. */
export function imageQuery(send: Transport, slug: string) {
  return queryOptions({
    queryKey: ['image', slug],
    queryFn: ({ signal }) => apiClient(send, signal)(imageBySlug, { params: { slug }, query: {} }),
  })
}

/** An image, or its card from a list: enough to render the stage before the reply arrives. */
export type PartialImage = Card & Partial<PublicImage>
