import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { review } from '@vitrine/contract/calls/back-office/review'
import { toManagedImages } from '#features/gallery/managed-image'
import { managedImages } from '#features/gallery/managed-images.sql'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import { fatesOf, leaseImages, leasesOfOthers, waitingCount } from './leases.sql.ts'

interface ReviewDeps {
  db: Database
  mediaSigner: Signer
}

const byAge = (one: ManagedRow, other: ManagedRow) => +one.created_at - +other.created_at || one.id - other.id

type ManagedRow = Awaited<ReturnType<typeof managedImages>>[number]

/** Mounts the call by which reviewers share the queue (requirements: #review-leases). */
export function reviewRoutes(serve: EndpointServer, { db, mediaSigner }: ReviewDeps) {
  serve(review, {
    async lease({ body: { username, finding, waiting, skipped }, caller }) {
      const queue = { name: 'pending' as const, owner: null, filters: { finding, username } }
      const versionSeen = new Map(waiting.map(({ id, version }) => [id, version]))
      const seen = { waiting: [...versionSeen.keys()], skipped }
      const { added, gone } = await db
        .transaction()
        .execute((transaction) => leaseImages(transaction, queue, caller.id, seen))
      const rows = await managedImages(db, [...seen.waiting.filter((id) => !gone.includes(id)), ...added])
      const isNew = ({ id, version }: Pick<ManagedImage, 'id' | 'version'>) => versionSeen.get(id) !== version
      return {
        images: await toManagedImages({ db, mediaSigner }, rows.filter(isNew).toSorted(byAge), caller),
        count: await waitingCount(db, queue),
        gone: gone.length ? await fatesOf(db, gone) : [],
        elsewhere: await leasesOfOthers(db, queue, caller.id),
      }
    },
  })
}
