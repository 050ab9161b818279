import type { Caller } from '@vitrine/contract/caller'
import type { FeatureDeps } from '#feature'
import { assertAccountOpen } from '#features/accounts/users/users.sql'
import { perceptualRowOf } from '#features/images/files/perceptual-rows.sql'
import { lockImages } from '#features/images/images.sql'
import { submitDrafts as setSubmitted } from '#features/images/visibility/drafts.sql'
import { fail } from '#kit/api-error'
import { goLive } from './go-live.ts'
import { roomToWait } from './quota.ts'
import type { Log } from './receive-file.ts'
import { submittedImages } from './uploads.sql.ts'

type SubmitDeps = Pick<FeatureDeps, 'db' | 'config'>

interface Submission {
  /** Own images, in the order in which they are to wait. */
  ids: number[]
  /** Version of the statement of rights. */
  rights: number
}

/**
 * Submits drafts, the first of them where no more may wait, and publishes what an upload would have published at once.
 * What is no draft any more stays as it is.
 */
export async function submitDrafts(deps: SubmitDeps, caller: Caller, { ids, rights }: Submission, log: Log) {
  const { submitted, left } = await deps.db.transaction().execute(async (transaction) => {
    await assertAccountOpen(transaction, caller.id)
    const own = await lockImages(transaction, ids, caller.id)
    if (own.some(({ owner_id }) => owner_id !== caller.id)) throw fail('not_your_images')
    const wanted = [...new Set(ids)]
    if (own.length < wanted.length) throw fail(ids.length === 1 ? 'image_not_found' : 'images_not_found')
    const drafts = wanted.filter((id) => own.some((image) => image.id === id && image.status === 'draft'))
    if (!drafts.length) return { submitted: [], left: 0 }
    const first = drafts.slice(0, await roomToWait({ ...deps, db: transaction }, caller))
    await setSubmitted(transaction, first, rights)
    const submitted = await submittedImages(transaction, first)
    const lacksStatement = submitted.some(({ ai_made }) => ai_made === 'unknown')
    if (deps.config.AI_STATEMENT === 'required' && lacksStatement) throw fail('ai_not_said')
    return { submitted, left: drafts.length - first.length }
  })
  let isLive = false
  for (const image of submitted) {
    const perceptualRow = (await perceptualRowOf(deps.db, image.sha256)) ?? null
    if (await goLive(deps, image, { perceptualRow, isKnown: false }, log)) isLive = true
  }
  return { count: submitted.length, left, isLive }
}
