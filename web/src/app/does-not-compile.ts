/** What the compiler must refuse. A line that begins to compile fails the type check. Never run, never bundled. */
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { PageName } from '@vitrine/contract/pages'
import { pages } from '@vitrine/contract/pages'
import { apiClient, publicEndpoint, type Transport } from '#api/api-client.ts'
import { type Route, routes } from './routes.tsx'

export async function rejectedByTheCompiler(send: Transport) {
  const call = apiClient(send)
  const { image: _, ...withoutImage } = routes

  // @ts-expect-error an address without a page
  withoutImage satisfies Record<PageName, Route>

  // @ts-expect-error a page without an address
  routes satisfies Record<Exclude<PageName, 'image'>, Route> & { image?: never }

  // @ts-expect-error a call without the parameters of its path
  await call(gallery.one, { query: {} })

  // @ts-expect-error a call without anything, where something is needed
  await call(gallery.one)

  // @ts-expect-error a query parameter that the call does not have
  await call(gallery.approved, { query: { colours: 'red' } })

  const { images } = await call(gallery.approved, { query: {} })
  // @ts-expect-error a field that the reply does not have
  images[0]?.likes

  // @ts-expect-error a method other than the contract's
  publicEndpoint<typeof gallery.approved>('POST', '/images/approved/')

  // @ts-expect-error a path other than the contract's
  publicEndpoint<typeof gallery.approved>('GET', '/images/accepted/')

  // @ts-expect-error a link without the parameters of its address
  pages.image.href()
}
