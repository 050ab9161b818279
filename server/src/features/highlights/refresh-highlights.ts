import { variantSides } from '@vitrine/contract/variants'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { variantKey } from '#features/images/storage-keys'
import { galleryChanged } from '#features/publishing/read-model'
import { forEachLimit } from '#kit/concurrency'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import type { Store } from '#kit/storage/store'
import { chooseHighlights, type WeighedCandidate } from './choose-highlights.ts'
import {
  type Candidate,
  highlightCandidates,
  homePage,
  outdatedSets,
  saveHighlights,
  type WantedSet,
} from './highlights.sql.ts'

const wantedSets: WantedSet[] = [
  { category_id: homePage, count: limits.highlights },
  ...categories.map(({ id }) => ({ category_id: id, count: limits.categoryHighlights })),
]

/** Chooses the pictures of the day for the home page and each category, where that is due; a day is one of UTC. */
export async function refreshHighlights(
  { backgroundDb, store }: { backgroundDb: Database; store: Store },
  today = new Date().toISOString().slice(0, 10),
): Promise<void> {
  let hasChanged = false
  for (const set of await outdatedSets(backgroundDb, wantedSets, today)) {
    const candidates = await highlightCandidates(backgroundDb, set.category_id)
    const pub_nos = chooseHighlights(await weigh(store, candidates), set, today)
    const isOther = await saveHighlights(backgroundDb, { category_id: set.category_id, day: today, pub_nos })
    hasChanged ||= isOther
  }
  if (hasChanged) await notify(backgroundDb, galleryChanged)
}

/** Look-ups at a time, since a bucket takes some 20 ms for each. */
const concurrentLookups = 8

/** Without those whose preview is missing. */
async function weigh(store: Store, candidates: Candidate[]): Promise<WeighedCandidate[]> {
  const weighed: WeighedCandidate[] = []
  await forEachLimit(candidates, concurrentLookups, async (one) => {
    const bytes = await store.size(variantKey(one.sha256, variantSides[0], one.preview_version))
    if (bytes !== null) weighed.push({ ...one, bytes })
  })
  return weighed
}
