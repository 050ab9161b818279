import type { Caller } from '@vitrine/contract/caller'
import {
  allCounts,
  allLists,
  type ListQuery,
  ownCounts,
  ownLists,
  type StatusFilter,
} from '@vitrine/contract/calls/back-office-lists'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import { type ImageList, listLength, managedImages, pageIds } from './image-lists.sql.ts'
import { toManagedImage } from './managed-image.ts'

interface ListDeps {
  db: Database
  mediaSigner: Signer
}

/** The same lists twice: of one's own images, and of everybody's for admins (requirements: #own-images). */
export function listRoutes(serve: EndpointServer, { db, mediaSigner }: ListDeps) {
  const list = async (of: ImageList, query: ListQuery) => {
    const count = await listLength(db, of, query)
    const rows = await managedImages(db, await pageIds(db, of, query, count))
    return { count, images: rows.map((row) => toManagedImage(row, mediaSigner)) }
  }
  const length = async (of: ImageList) => ({ images_length: await listLength(db, of) })

  const own = (name: StatusFilter) => (ask: { query: ListQuery; caller: Caller }) =>
    list({ name, owner: ask.caller.id }, ask.query)
  const all = (name: StatusFilter) => (ask: { query: ListQuery }) => list({ name, owner: null }, ask.query)
  const ownLength = (name: StatusFilter) => (ask: { caller: Caller }) => length({ name, owner: ask.caller.id })
  const allLength = (name: StatusFilter) => () => length({ name, owner: null })

  serve(ownLists, byName(own))
  serve(allLists, byName(all))
  serve(ownCounts, byName(ownLength))
  serve(allCounts, byName(allLength))
}

const byName = <T>(make: (name: StatusFilter) => T) => ({
  approved: make('approved'),
  pending: make('pending'),
  rejected: make('rejected'),
  total: make('total'),
})
