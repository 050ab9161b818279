import { createHash } from 'node:crypto'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import type { Card } from '@vitrine/contract/schemas/image'
import { forEachLimit } from '../../server/src/kit/concurrency.ts'

export interface SiteComparison {
  images: number
  listings: number
  differingListings: number
  differingDownloads: number
}

const concurrentDownloads = 8

/** Compares all pages of the gallery and the originals of all images of two sites. */
export async function compareSites(one: string, other: string): Promise<SiteComparison> {
  const ids: string[] = []
  const comparison = { images: 0, listings: 0, differingListings: 0, differingDownloads: 0 }
  for (let page = 1; ; page++) {
    const path = `${endpointPath(gallery.approved)}?page=${page}`
    const [text, otherText] = await Promise.all([one, other].map(async (url) => (await fetch(url + path)).text()))
    const { images } = JSON.parse(text!) as { images?: Card[] }
    if (!images?.length) break
    comparison.listings++
    if (text !== otherText) comparison.differingListings++
    ids.push(...images.map(({ cloudflare_id }) => cloudflare_id))
  }
  comparison.images = ids.length
  await forEachLimit(ids, concurrentDownloads, async (cloudflare_id) => {
    const path = endpointPath(gallery.download, { cloudflare_id })
    const [hash, otherHash] = await Promise.all([one, other].map((url) => hashOf(url + path)))
    if (hash !== otherHash) comparison.differingDownloads++
  })
  return comparison
}

/** Of a good answer; throws for any other, since two errors would be alike. */
async function hashOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}
