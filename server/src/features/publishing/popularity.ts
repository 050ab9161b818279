import { setTimeout as sleep } from 'node:timers/promises'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { queueLength } from '#features/search/inverted-index/index-writer.sql'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import { updatePopularity } from './read-model.sql.ts'
import { galleryChanged } from './read-model.ts'
import { type MixableImage, saveTrending, selectNewest, selectTrending } from './trending.sql.ts'

/** Images of one statement, and of the index queue at which the next one waits. */
const batchSize = 1_000

export async function refreshPopularity(db: Database): Promise<void> {
  while ((await updatePopularity(db, batchSize)) === batchSize)
    while ((await queueLength(db, batchSize)) === batchSize) await sleep(1_000)
}

/** Brings the order of trending images to the downloads of the last days (decision 0044). */
export async function refreshTrending(db: Database): Promise<void> {
  const trending = await selectTrending(db)
  const missing = limits.imagesPerPage - trending.length
  const mix = missing > 0 ? mixOf(await selectNewest(db, trending), missing) : []
  if (await saveTrending(db, [...trending, ...mix], trending.length)) await notify(db, galleryChanged)
}

/** The newest first, each as unlike those before as there are: of another title, tag, contributor and category. */
function mixOf(newest: MixableImage[], count: number): number[] {
  const left = [...newest]
  const mix: number[] = []
  const times = traits.map(() => new Map<unknown, number>())
  while (mix.length < count && left.length) {
    const seenOf = (image: MixableImage) => traits.map((trait, at) => times[at]!.get(image[trait]) ?? 0)
    const seen = left.map(seenOf)
    const best = seen.reduce((best, one, at) => (isLess(one, seen[best]!) ? at : best), 0)
    const [image] = left.splice(best, 1)
    for (const [at, trait] of traits.entries()) times[at]!.set(image![trait], seen[best]![at]! + 1)
    mix.push(image!.pub_no)
  }
  return mix
}

/** The likeness that would be noticed first comes first. */
const traits = ['title_key', 'first_keyword', 'owner_id', 'category_id'] as const

function isLess(one: number[], other: number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index])
  return at >= 0 && one[at]! < other[at]!
}
