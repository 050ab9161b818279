import { tray } from '@vitrine/contract/calls/visitors/gallery'
import type { SiteSettings } from '@vitrine/contract/site'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { slugOf } from '#features/images/addresses'
import { originalKey } from '#features/images/storage-keys'
import { fail } from '#kit/api-error'
import { createLimiter, forEachLimit } from '#kit/concurrency'
import { networkOf } from '#kit/http/client-network'
import { PreserializedJson } from '#kit/http/endpoints'
import { createZipTransfers } from '#kit/load/zip-transfers'
import type { Store } from '#kit/storage/store'
import { type ZipEntry, zipArchive, zipArchiveSize } from '#kit/storage/zip-archive'
import { type ApprovedImage, approvedImages, cardsOfImages } from '../gallery.sql.ts'
import type { GalleryDeps } from '../gallery-routes.ts'
import { fileNames, type LeftOut, licenceFileName, licenceText, numberOfImages } from './zip-contents.ts'

/** Zips that one process sends at once, over all networks: each holds no connection of the database. */
const concurrentZips = 50
/** Files that are looked up at once, since a bucket takes some 20 ms for each. */
const concurrentLookups = 16

export function trayRoutes(deps: GalleryDeps): void {
  const { serve, config, dbFor, loadShedding, lookups, downloadCounter } = deps
  const zips = createZipTransfers(loadShedding, 'zips', concurrentZips)
  const zipsOfNetwork = createLimiter({ runningPerKey: 1, waitingPerKey: 0, refusal: () => fail('zip_running') })

  async function sendZip(ids: number[], request: FastifyRequest, reply: FastifyReply) {
    const approved = await lookups.run(() => approvedImages(dbFor(request.caller), ids), { key: networkOf(request.ip) })
    if (approved.reduce((sum, { byte_size }) => sum + byte_size, 0) > limits.zipBytes) throw fail('zip_too_large')
    const { images, missing } = await findOriginals(deps.store, approved)
    if (!images.length) throw fail('no_images_left')
    const found = new Set(approved.map(({ id }) => id))
    const leftOut = { ids: ids.filter((id) => !found.has(id)), titles: missing.map(({ title }) => title) }
    const entries = zipEntries(images, leftOut, deps)
    const isSent = await zips.send(
      { request, reply },
      {
        archive: zipArchive(entries),
        fileName: archiveName(deps.site, images.length),
        fallbackName: 'images',
        size: zipArchiveSize(entries),
      },
    )
    if (isSent) for (const { id } of images) downloadCounter.count(id, request)
  }

  serve(tray, {
    async cards({ query, caller }) {
      const cards = await cardsOfImages(dbFor(caller), query.ids)
      return new PreserializedJson(`{"images":[${cards}]}`)
    },

    async zip({ query, request, reply }) {
      loadShedding.assertCapacity()
      const send = () => zips.run(() => sendZip(query.ids, request, reply))
      const isUnlimited = config.THROTTLE === 'off' || request.hasSharedAddress
      await (isUnlimited ? send() : zipsOfNetwork.run(send, { key: networkOf(request.ip) }))
    },
  })
}

const archiveName = (site: SiteSettings, images: number) => `${slugOf(`${site.name} ${numberOfImages(images)}`)}.zip`

/** What is missing is known before the first byte, so that the rest can still be sent. */
async function findOriginals(store: Store, approved: ApprovedImage[]) {
  const sizes = new Map<ApprovedImage, number>()
  await forEachLimit(approved, concurrentLookups, async (image) => {
    const size = await store.size(originalKey(image.sha256))
    if (size !== null) sizes.set(image, size)
  })
  const images = approved.flatMap((image) => (sizes.has(image) ? { ...image, size: sizes.get(image)! } : []))
  return { images, missing: approved.filter((image) => !sizes.has(image)) }
}

type StoredOriginal = Awaited<ReturnType<typeof findOriginals>>['images'][number]

/** The text comes first: it is in memory, so the first bytes leave before a file is opened. */
function zipEntries(images: StoredOriginal[], leftOut: LeftOut, { site, store }: GalleryDeps): ZipEntry[] {
  const names = fileNames(images.map(({ slug }) => slug))
  const named = images.map((image, index) => ({ ...image, fileName: names[index]! }))
  const text = Buffer.from(licenceText(named, leftOut, site))
  return [
    { name: licenceFileName, size: text.length, modified: new Date(), read: () => [text] },
    ...named.map(({ fileName, size, created_at, sha256 }) => ({
      name: fileName,
      size,
      modified: created_at,
      read: () => store.read(originalKey(sha256)),
    })),
  ]
}
