import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { review } from '@vitrine/contract/calls/back-office/review'
import type { FeatureDeps } from '#feature'
import { toManagedImages } from '#features/gallery/managed-image'
import { managedImages } from '#features/gallery/managed-images.sql'
import { fatesOf, leaseImages, leasesOfOthers, waitingCount } from './leases.sql.ts'

const byAge = (one: ManagedRow, other: ManagedRow) => +one.created_at - +other.created_at || one.id - other.id

type ManagedRow = Awaited<ReturnType<typeof managedImages>>[number]

/** Mounts the call by which reviewers share the queue (requirements: #review-leases). */
export function reviewRoutes({ serve, db, mediaSigner }: FeatureDeps) {
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
