import type { Caller } from '@vitrine/contract/caller'
import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import { overruling } from '@vitrine/contract/calls/back-office/images'
import type { FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { overruledOf } from '#features/gallery/managed-image'
import { managedImages } from '#features/gallery/managed-images.sql'
import { overruleFinding, reinstateFinding } from '#features/images/files/file-facts.sql'
import { transparencyOf } from '#features/images/files/transparency'
import { imagesOfFile, lockImages } from '#features/images/images.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'
import { assertUnchanged } from '../edit-rules.ts'

/** Mounts the admins' calls that overrule findings (requirements: #overruled-findings). */
export function overrulingRoutes({ serve, db }: FeatureDeps) {
  serve(overruling, {
    overrule: ({ params: { id, kind }, body: { reason, version }, caller, request }) =>
      changeFindings(db, id, { caller, request }, async (transaction, image) => {
        if (version !== undefined) assertUnchanged([id], [version], [image])
        if (!image.findings?.some((finding) => finding.kind === kind)) throw fail('finding_not_found')
        await overruleFinding(transaction, { sha256: image.sha256, kind, reason, by: caller.id })
        return 'finding overruled'
      }),
    reinstate: ({ params: { id, kind }, caller, request }) =>
      changeFindings(db, id, { caller, request }, async (transaction, { sha256 }) =>
        (await reinstateFinding(transaction, { sha256, kind })) ? 'finding reinstated' : null,
      ),
  })
}

type ManagedRow = Awaited<ReturnType<typeof managedImages>>[number]

/** Changes what counts of an image's file and publishes all images of it again; `change` is null where nothing did. */
const changeFindings = (
  db: Database,
  id: number,
  { caller, request }: { caller: Caller; request: FastifyRequest },
  change: (transaction: Database, image: ManagedRow) => Promise<AuditEvent | null>,
) =>
  db.transaction().execute(async (transaction) => {
    // Lock order: the images before their file, as a purge takes them, so that the two cannot deadlock.
    const { image: before, ids } = await lockImagesOfFile(transaction, id, caller.id)
    const what = await change(transaction, before)
    if (!what) return { ...replyOf(before, caller), isVisible: false }
    const entry = { what, by: caller.id, user: before.owner_id, client: clientOf(request), image: id }
    await recordAuditEvent(transaction, entry)
    const isVisible = await syncReadModel(transaction, ids)
    return { ...replyOf(await readImage(transaction, id), caller), isVisible }
  })

/** The image, and the ids of all images of its bytes; throws where it does not exist or is in the trash. */
async function lockImagesOfFile(db: Database, id: number, draftsOf: number) {
  const { sha256 } = await readImage(db, id)
  const locked = await lockImages(db, await imagesOfFile(db, sha256), draftsOf)
  const image = await readImage(db, id)
  if (image.sha256 !== sha256) throw fail('changed_meanwhile')
  const ids = locked.map((one) => one.id)
  if (!ids.includes(id)) throw fail('image_not_found')
  return { image, ids }
}

async function readImage(db: Database, id: number): Promise<ManagedRow> {
  const [image] = await managedImages(db, [id])
  if (!image) throw fail('image_not_found')
  return image
}

const replyOf = (image: ManagedRow, caller: Caller) => ({
  is_verified: transparencyOf(image).is_verified,
  overruled: overruledOf(image, caller),
})
