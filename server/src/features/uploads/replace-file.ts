import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Caller } from '@vitrine/contract/caller'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import type { Reply } from '@vitrine/contract/endpoint'
import { originalFile } from '@vitrine/contract/media-files'
import type { OwnStatus } from '@vitrine/contract/schemas/image'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import type { FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { assertAccountOpen } from '#features/accounts/users/users.sql'
import { newCloudflareId } from '#features/images/addresses'
import { assertNotBlocked, recordRefusal } from '#features/images/blocked-pictures/refuse-copies'
import { saveFile } from '#features/images/files/file-facts.sql'
import {
  enqueueImageFileRemoval,
  type ImageFile,
  keepImageFiles,
  type NewImageFile,
  setFiles,
} from '#features/images/files-of-images.sql'
import { imageByHash, lockImages } from '#features/images/images.sql'
import { originalKey } from '#features/images/storage-keys'
import { saveEditFile, takeEditFiles } from '#features/images/visibility/edits.sql'
import { setStatus } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { rewriteImageWords } from '#features/search/words/image-words'
import type { Requester } from '#imaging/imaging-pool'
import { RefusedFile } from '#imaging/refused-file'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { disconnectSignal } from '#kit/http/disconnect-signal'
import type { EndpointHandlers } from '#kit/http/endpoints'
import { readMultipart } from '#kit/http/multipart'
import { type PreparedImage, prepareImage } from './ingest.ts'
import { createQuotaAdmission, type UploadQuota, uploadQuota } from './quota.ts'
import { type BatchFile, receiveFile, receivePart, refusalOf, toProblem } from './receive-file.ts'
import { countUpload, fileToJudge } from './uploads.sql.ts'

type ReplacementCall = Parameters<EndpointHandlers<typeof uploads>['replaceFile']>[0]

export const replaceFile = (deps: FeatureDeps, call: ReplacementCall) =>
  giveNewFile(deps, call, 'none_accepted', (folder) => readOneFile(call.request, folder))

/** Gives an own image a mended copy of its file, as if it was sent in its place (requirements: #mending). */
export async function mendImage(deps: FeatureDeps, call: Parameters<EndpointHandlers<typeof uploads>['mend']>[0]) {
  const mend = (folder: string, requester: Requester) => mendedFile(deps, call.params.id, folder, requester)
  const reply = await giveNewFile(deps, call, 'not_mendable', mend)
  return { ...reply, message: uploads.mend.messages.done }
}

async function mendedFile(
  { db, store, imagingPool }: FeatureDeps,
  id: number,
  folder: string,
  requester: Requester,
): Promise<BatchFile> {
  const { sha256, filename } = await fileToJudge(db, id)
  const { path, png } = await receiveFile(store.read(originalKey(sha256)), join(folder, 'sent.png'))
  const to = join(folder, 'mended.png')
  const job = { file: path, pixels: png.width * png.height, to }
  const refused = await imagingPool.write({ mend: job }, requester).then(() => undefined, refusalOf)
  if (!refused && (await stat(to)).size === 0) throw fail('not_mendable')
  return {
    index: 0,
    filename,
    received: refused ?? (await receiveFile(createReadStream(to), join(folder, originalFile))),
  }
}

type GivingCall = Pick<ReplacementCall, 'params' | 'caller' | 'request' | 'reply'>

/** Checks the file as an upload; of an approved image it waits for review (requirements: #replaced-file). */
async function giveNewFile(
  deps: FeatureDeps,
  { params, caller, request, reply }: GivingCall,
  refusal: 'none_accepted' | 'not_mendable',
  makeFile: (folder: string, requester: Required<Requester>) => Promise<BatchFile>,
) {
  const { db, store, imagingPool, diskSpace } = deps
  imagingPool.assertNotBusy(caller.id)
  diskSpace.assertRoom()
  const { status } = await db.transaction().execute((transaction) => lockReplaceable(transaction, caller, params.id))
  const quota = await replacementQuota(deps, caller, status)
  await createQuotaAdmission(db, caller.id, quota)
  const requester = { owner: caller.id, signal: disconnectSignal(reply) }
  await using workspace = await store.createWorkspace()
  const file = await makeFile(workspace.folder, requester)
  const outcome = await ingestReplacement(deps, { caller, quota, requester }, params.id, file).catch((error) => {
    const problem = toProblem(error, file.filename, request.log)
    throw problem instanceof RefusedFile ? fail(refusal, { message: problem.message }) : problem
  })
  return { ...replies[outcome], isVisible: outcome === 'live' }
}

/** With another file for an image that waits already, or for a draft, nothing more waits. */
async function replacementQuota(deps: FeatureDeps, caller: Caller, status: OwnStatus): Promise<UploadQuota> {
  const quota = await uploadQuota(deps, caller)
  return status === 'pending' || status === 'draft' ? { ...quota, pending: Number.POSITIVE_INFINITY } : quota
}

type Outcome = 'same' | 'draft' | 'pending' | 'waiting' | 'live'

const { done, waits, live, same } = uploads.replaceFile.messages
const replies = {
  same: { message: same, count: 0 },
  draft: { message: live, count: 1 },
  pending: { message: done, count: 1 },
  waiting: { message: waits, count: 1, waiting: 1 },
  live: { message: live, count: 1 },
} satisfies Record<Outcome, Reply<typeof uploads.replaceFile>>

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

async function ingestReplacement(
  deps: FeatureDeps,
  { caller, quota, requester }: { caller: Caller; quota: UploadQuota; requester: Requester },
  id: number,
  { received, filename }: BatchFile,
): Promise<Outcome> {
  if (received instanceof RefusedFile) throw received
  const duplicate = await imageByHash(deps.db, caller.id, received.sha256)
  if (duplicate) {
    if (duplicate.id !== id) throw fail('own_duplicate')
    if (duplicate.sha256 === received.sha256) await keepFile(deps.db, caller, id)
    return 'same'
  }
  const admit = await createQuotaAdmission(deps.db, caller.id, quota)
  admit(received)
  const origin = {
    owner_id: caller.id,
    file_name: filename,
    rights_version: rightsStatement.version,
    rights_at: new Date(),
  }
  const prepared = await prepareImage(deps, received, origin, requester)
  return saveReplacement(deps.db, caller, id, prepared)
}

/** As with words, what the image has already leaves its waiting edit. */
const keepFile = (db: Database, caller: Caller, id: number) =>
  db.transaction().execute(async (transaction) => {
    await lockReplaceable(transaction, caller, id)
    await enqueueImageFileRemoval(transaction, await takeEditFiles(transaction, [id]))
  })

/** The file that leaves is removed from the store later, unless another image of the same bytes needs it. */
function saveReplacement(db: Database, caller: Caller, id: number, prepared: PreparedImage) {
  const { image, file, recorded, perceptualRow } = prepared
  const saving = db.transaction().execute(async (transaction) => {
    const { status } = await lockReplaceable(transaction, caller, id)
    await saveFile(transaction, file, perceptualRow)
    await assertNotBlocked(transaction, image)
    const stated = status === 'draft' && { rights_version: null, rights_at: null }
    const newFile = { image_id: id, ...image, ...stated, cloudflare_id: newCloudflareId() }
    const outcome = outcomeFor(status, caller)
    const giveFile = outcome === 'waiting' ? saveEditFile : replaceFiles
    const removed = await giveFile(transaction, newFile)
    if (!removed) throw fail('own_duplicate')
    await keepImageFiles(transaction, image.sha256, recorded) // before the removal of equal bytes is recorded
    await enqueueImageFileRemoval(transaction, removed)
    if (outcome !== 'waiting') {
      if (status === 'rejected') await setStatus(transaction, [id], 'pending')
      await rewriteImageWords(transaction, [id])
    }
    if (outcome === 'live') await syncReadModel(transaction, [id])
    await countUpload(transaction, caller.id)
    return outcome
  })
  return saving.catch(recordRefusal(db, image, perceptualRow))
}

const outcomeFor = (status: OwnStatus, { role }: Caller) => {
  if (status === 'draft') return 'draft'
  if (status !== 'approved') return 'pending'
  return role === 'admin' ? 'live' : 'waiting'
}

/** Gives the image its file at once, and returns those that leave; undefined where their owner has it already. */
async function replaceFiles(db: Database, file: NewImageFile): Promise<ImageFile[] | undefined> {
  const withdrawn = await takeEditFiles(db, [file.image_id])
  const replaced = await setFiles(db, [file])
  return replaced && [...replaced, ...withdrawn]
}

async function lockReplaceable(db: Database, caller: Caller, id: number) {
  await assertAccountOpen(db, caller.id)
  const [image] = await lockImages(db, [id], caller.id)
  if (!image) throw fail('image_not_found')
  if (image.owner_id !== caller.id) throw fail('not_your_images')
  return image
}
