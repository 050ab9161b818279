import type { Caller } from '@vitrine/contract/caller'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { imageFieldNames } from '@vitrine/contract/image-fields'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { isFileKnown } from '#features/images/files/file-facts.sql'
import { openFindingsOf } from '#features/images/files/transparency'
import { cloudflareUrl, mainUrl } from '#features/images/image-urls'
import { imageByHash, keywordsOf } from '#features/images/images.sql'
import { titlesFromFileNames } from '#imaging/png/file-title'
import { RefusedFile } from '#imaging/refused-file'
import { ApiError, fail, fieldError } from '#kit/api-error'
import { disconnectSignal } from '#kit/http/disconnect-signal'
import type { EndpointHandlers } from '#kit/http/endpoints'
import { readMultipart, withMultipart } from '#kit/http/multipart'
import type { Counter, Metrics } from '#kit/metrics/metrics'
import { submitDrafts } from './drafts.ts'
import { findLookAlike, findOtherLookAlike } from './find-look-alike.ts'
import { goLive } from './go-live.ts'
import { addPreparedImage, type PreparedImage, prepareImage, type UploadMetadata } from './ingest.ts'
import { createQuotaAdmission, type QuotaAdmission, quotaUse, type UploadQuota, uploadQuota } from './quota.ts'
import { type BatchFile, type Log, type ReceivedFile, receivePart, toProblem } from './receive-file.ts'
import { mendImage, replaceFile } from './replace-file.ts'
import { categoryRemark, emptyParts, type MetadataParts, parseMetadata } from './submitted-metadata.ts'

type UploadDeps = FeatureDeps & { counter: Counter<'outcome'> }

export function uploadRoutes(app: FastifyInstance, featureDeps: FeatureDeps) {
  const deps = { ...featureDeps, counter: createUploadCounter(featureDeps.metrics) }
  const { db, serve } = deps
  const handlers: EndpointHandlers<typeof uploads> = {
    upload: (input) => handleUpload(deps, input),
    async submit({ body: { image_ids, rights = rightsStatement.version }, caller, request }) {
      const submission = { ids: image_ids, rights: parseRights(String(rights)) }
      const { count, left, isLive } = await submitDrafts(deps, caller, submission, request.log)
      return { count, left, isVisible: isLive }
    },
    mend: (input) => mendImage(deps, input),
    replaceFile: (input) => replaceFile(deps, input),
    async quota({ caller }) {
      deps.imagingPool.warmUp() // who opens the page of uploads sends files soon
      return quotaUse(db, caller.id, await uploadQuota(deps, caller))
    },
    async alike({ body, caller }) {
      const lookAlikes = await Array.fromAsync(body.pictures, (picture) => findLookAlike(deps, picture, caller))
      return { found: lookAlikes.flatMap((found, index) => (found ? { index, ...found } : [])) }
    },
  }
  withMultipart(app, bodyLimits, (part) => serve(uploads, handlers, part))
}

const bodyLimits = {
  files: limits.uploadBatch,
  fileSize: fileLimits.fileBytes + 1, // one byte more, so that PngValidator rejects the file with its own message
  // Every field of every file, and a few parts that are about all.
  fields: limits.uploadBatch * imageFieldNames.length + 20,
}

type UploadCall = Parameters<EndpointHandlers<typeof uploads>['upload']>[0]

async function handleUpload(deps: UploadDeps, { query, caller, request, reply }: UploadCall) {
  deps.imagingPool.assertNotBusy(caller.id)
  deps.diskSpace.assertRoom()
  const isDraft = query.draft !== undefined
  const quota = { ...(await uploadQuota(deps, caller)), ...(isDraft && { pending: Number.POSITIVE_INFINITY }) }
  const admit = await createQuotaAdmission(deps.db, caller.id, quota)
  const uploader = { caller, isDraft, quota, admit, signal: disconnectSignal(reply) }
  await using workspace = await deps.store.createWorkspace()
  const batch = await readBatch(request, workspace.folder, deps.diskSpace)
  const outcomes = await ingestBatch(deps, batch, uploader, request.log)
  for (const one of outcomes) deps.counter.inc({ outcome: 'problem' in one ? one.problem.code : 'accepted' })
  const isVisible = outcomes.some((one) => 'image' in one && one.isLive)
  return { ...(await uploadReply(deps, outcomes, batch.metadata, caller)), isVisible }
}

type Batch = Awaited<ReturnType<typeof readBatch>>

async function readBatch(request: FastifyRequest, folder: string, diskSpace: FeatureDeps['diskSpace']) {
  const files: BatchFile[] = []
  const metadata = emptyParts()
  /** Version of the statement of rights. */
  let rights: number = rightsStatement.version
  await readMultipart(request, {
    tooManyFilesMessage: `Send at most ${limits.uploadBatch} images at once.`,
    async readFile(part) {
      diskSpace.assertRoom() // again, since a batch may arrive for a quarter of an hour
      files.push(await receivePart(part, files.length, folder))
    },
    readField(name, value) {
      if (name === 'rights') rights = parseRights(value)
      if (Object.hasOwn(metadata, name)) metadata[name as keyof MetadataParts].push(value)
    },
  })
  if (!files.length) throw fail('no_images')
  return { files, metadata, rights }
}

/** A version that the person may have been shown: a tab may be older than the site. */
function parseRights(value: string): number {
  const version = Number(value)
  if (Number.isInteger(version) && version >= 1 && version <= rightsStatement.version) return version
  throw fieldError('invalid', 'rights', `There is no version ${value.slice(0, 20)} of the statement of rights.`)
}

type StoredImage = Awaited<ReturnType<typeof addPreparedImage>>['image']
type FileOutcome = BatchFile &
  (
    | {
        image: StoredImage
        /** Whether visitors see it since this upload. */
        isLive?: boolean
      }
    | { problem: RefusedFile | ApiError }
  )

interface Uploader {
  caller: Caller
  isDraft: boolean
  quota: UploadQuota
  admit: QuotaAdmission
  /** Aborts when they disconnect. */
  signal: AbortSignal
}

/** Adds the rows one by one: the first get what is left of a quota, and listings keep the order of the batch. */
async function ingestBatch(
  deps: UploadDeps,
  { files, metadata, rights }: Batch,
  { caller, isDraft, quota, admit, signal }: Uploader,
  log: Log,
): Promise<FileOutcome[]> {
  const requester = { owner: caller.id, signal }
  const config = isDraft ? { ...deps.config, AI_STATEMENT: 'optional' as const } : deps.config
  const stated = isDraft
    ? { rights_version: null, rights_at: null, status: 'draft' as const }
    : { rights_version: rights, rights_at: new Date() }
  const titles = titlesFromFileNames(files.map(({ filename }) => filename))
  const admitted = await Array.fromAsync(files, (file) => {
    const readMetadata = () => ({ ...parseMetadata(metadata, file.index, config), file_title: titles[file.index]! })
    return admitFile(deps, file, readMetadata, caller, admit).catch(toOutcome(file, log))
  })
  const prepareFile = async (file: AdmittedFile) => {
    const origin = { owner_id: caller.id, file_name: file.filename, ...stated }
    return { ...file, prepared: await prepareImage(deps, file.received, origin, requester) }
  }
  const prepared = await Promise.all(
    admitted.map((file) => ('metadata' in file ? prepareFile(file).catch(toOutcome(file, log)) : file)),
  )
  if (signal.aborted) throw signal.reason // the client would never learn that its images were added
  return Array.fromAsync(prepared, async (file) => {
    const outcome = 'prepared' in file ? await addFile(deps, file, quota, log).catch(toOutcome(file, log)) : file
    const isToSubmit = !isDraft && 'image' in outcome && outcome.image.status === 'draft'
    return isToSubmit ? submitKnown(deps, outcome, { caller, rights }, log).catch(toOutcome(file, log)) : outcome
  })
}

/** Submits the draft whose bytes have been uploaded again. */
async function submitKnown(
  deps: UploadDeps,
  outcome: FileOutcome & { image: StoredImage },
  { caller, rights }: { caller: Caller; rights: number },
  log: Log,
): Promise<FileOutcome> {
  const { isLive } = await submitDrafts(deps, caller, { ids: [outcome.image.id], rights }, log)
  return { ...outcome, image: (await imageByHash(deps.db, caller.id, outcome.image.sha256)) ?? outcome.image, isLive }
}

interface AdmittedFile extends BatchFile {
  received: ReceivedFile
  metadata: UploadMetadata
}

/** Finds out what can be known without decoding; a duplicate of the owner's costs nothing of a quota. */
async function admitFile(
  { db }: UploadDeps,
  file: BatchFile,
  readMetadata: () => UploadMetadata,
  caller: Caller,
  admit: QuotaAdmission,
): Promise<AdmittedFile | FileOutcome> {
  const { received } = file
  if (received instanceof RefusedFile) throw received
  const metadata = readMetadata()
  const existing = await imageByHash(db, caller.id, received.sha256)
  if (existing) return { ...file, image: existing }
  admit(received)
  return { ...file, received, metadata }
}

async function addFile(
  deps: UploadDeps,
  file: AdmittedFile & { prepared: PreparedImage },
  quota: UploadQuota,
  log: Log,
) {
  const { prepared, metadata } = file
  const isKnown = await isFileKnown(deps.db, prepared.image.sha256)
  const { image, added } = await addPreparedImage(deps.db, prepared, metadata, quota)
  const live = added ? await goLive(deps, image, { ...prepared, isKnown }, log) : undefined
  return { ...file, image: { ...image, ...live }, isLive: live !== undefined }
}

/** A rejected file or an internal error fails its own file only, never the rest of the batch. */
const toOutcome =
  (file: BatchFile, log: Log) =>
  (error: unknown): FileOutcome => {
    const { index, filename, received } = file
    return { index, filename, received, problem: toProblem(error, filename, log) }
  }

const createUploadCounter = (metrics: Metrics) =>
  metrics.counter(
    'vitrine_uploads_total',
    'Files of uploads, by outcome: accepted, or the code of the reason why not.',
    ['outcome'],
  )

async function uploadReply(deps: UploadDeps, outcomes: FileOutcome[], metadata: MetadataParts, caller: Caller) {
  const stored = outcomes.filter((one) => 'image' in one)
  const ids = stored.map(({ image }) => image.id)
  const keywords = Map.groupBy(await keywordsOf(deps.db, ids), ({ image_id }) => image_id)
  const images = await Array.fromAsync(stored, async ({ index, image }) => ({
    ...image,
    keywords: (keywords.get(image.id) ?? []).map(({ name }) => name),
    category: categoryValueById(image.category_id),
    findings: openFindingsOf(image),
    index,
    image_id: image.id,
    cloudflare_url: cloudflareUrl(image, deps.mediaSigner),
    main_url: mainUrl(image, deps.mediaSigner),
    look_alike: image.status === 'draft' ? await findOtherLookAlike(deps, image.id, caller) : undefined,
    remark: categoryRemark(metadata, index),
  }))
  const problems = outcomes.flatMap((one) => ('problem' in one ? [one] : []))
  if (images.length) {
    const errors = problems.map(({ index, filename, problem: { code, message } }) => {
      return { index, filename, code, message }
    })
    return { images, errors }
  }
  // Where a file was not refused for its own sake the whole request fails, so that it is sent again later.
  const passing = problems.find(({ problem }) => problem instanceof ApiError && problem.status !== 400)
  if (passing) throw passing.problem
  throw fail('none_accepted', {
    fields: problems.map(({ index, problem }) => ({ at: `images.${index}`, message: problem.message })),
  })
}
