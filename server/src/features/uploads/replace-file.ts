import type { Caller } from '@vitrine/contract/caller'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { rightsStatement } from '@vitrine/contract/vocabulary/licences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config'
import { saveFile } from '#features/files/files.sql'
import { newCloudflareId } from '#features/images/add-image'
import { imageByHash, lockImages, setFile, setStatus } from '#features/images/images.sql'
import { enqueueImageFileRemoval } from '#features/images/trash.sql'
import { rewriteImageWords } from '#features/search/words/image-words'
import { RefusedFile } from '#imaging/refused-file'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { disconnectSignal } from '#kit/http/disconnect-signal'
import { readMultipart } from '#kit/http/multipart'
import type { DiskSpace } from '#kit/storage/disk-space'
import { discardFiles, type IngestDeps, type PreparedImage, prepareImage } from './ingest.ts'
import { countUpload } from './quota.sql.ts'
import { assertWithinQuota, createQuotaAdmission, uploadQuota } from './quota.ts'
import { type BatchFile, receivePart } from './receive-part.ts'
import { toProblem } from './upload-problem.ts'

export type ReplacementDeps = IngestDeps & { diskSpace: DiskSpace; config: Config }

interface ReplacementCall {
  params: { id: number }
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Gives an own image that is not public another file, by the checks of an upload. It keeps its address, words and
 * history, and waits for review (requirements: #replaced-file).
 */
export async function replaceFile(deps: ReplacementDeps, { params, caller, request, reply }: ReplacementCall) {
  const { db, store, imagingPool, diskSpace } = deps
  imagingPool.assertNotBusy(caller.id)
  diskSpace.assertRoom()
  await db.transaction().execute((transaction) => lockReplaceable(transaction, caller, params.id))
  await assertWithinQuota(db, caller.id, uploadQuota(deps.config, caller))
  const signal = disconnectSignal(reply)
  const workspace = await store.createWorkspace()
  try {
    const file = await readOneFile(request, workspace.folder)
    const count = await ingestReplacement(deps, caller, params.id, file, signal).catch((error) => {
      const problem = toProblem(error, file.filename, request.log)
      throw problem instanceof RefusedFile ? fail('none_accepted', { message: problem.message }) : problem
    })
    return { message: uploads.replaceFile.messages.done, count }
  } finally {
    await workspace.remove()
  }
}

async function readOneFile(request: FastifyRequest, folder: string): Promise<BatchFile> {
  const files: BatchFile[] = []
  await readMultipart(request, {
    async readFile(part) {
      if (part.fieldname !== 'image' || files.length) throw fail('too_large', { message: 'Send one image.' })
      files.push(await receivePart(part, 0, folder))
    },
    readField() {},
  })
  const [file] = files
  if (!file) throw fail('no_images')
  return file
}

/** Returns 0 where the image has these bytes already. */
async function ingestReplacement(
  deps: ReplacementDeps,
  caller: Caller,
  id: number,
  { received, filename }: BatchFile,
  signal: AbortSignal,
): Promise<number> {
  if (received instanceof RefusedFile) throw received
  const twin = await imageByHash(deps.db, caller.id, received.sha256)
  if (twin) {
    if (twin.id === id) return 0
    throw fail('own_twin')
  }
  const admit = await createQuotaAdmission(deps.db, caller.id, uploadQuota(deps.config, caller))
  admit(received)
  const origin = { file_name: filename, rights_version: rightsStatement.version }
  const prepared = await prepareImage(deps, received, origin, { owner: caller.id, signal })
  try {
    await saveReplacement(deps.db, caller, id, prepared)
  } catch (error) {
    await discardFiles(deps.db, received.sha256)
    throw error
  }
  return 1
}

/** The old file leaves the store later, unless another image of the same bytes needs it. */
function saveReplacement(db: Database, caller: Caller, id: number, { row, file, perceptualRow }: PreparedImage) {
  return db.transaction().execute(async (transaction) => {
    const { status } = await lockReplaceable(transaction, caller, id)
    await saveFile(transaction, file, perceptualRow)
    // A new id, since browsers keep the pictures of the old one.
    const old = await setFile(transaction, id, { ...row, cloudflare_id: newCloudflareId() })
    if (!old) throw fail('own_twin')
    if (status !== 'pending') await setStatus(transaction, [id], 'pending')
    await rewriteImageWords(transaction, [id])
    await countUpload(transaction, caller.id)
    await enqueueImageFileRemoval(transaction, [old])
  })
}

async function lockReplaceable(db: Database, caller: Caller, id: number) {
  const [image] = await lockImages(db, [id])
  if (!image) throw fail('image_not_found')
  if (image.owner_id !== caller.id) throw fail('not_your_images')
  if (image.status === 'approved') throw fail('file_is_public')
  return image
}
