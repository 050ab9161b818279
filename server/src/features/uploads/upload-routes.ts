import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { Caller } from '@vitrine/contract/caller'
import { uploads } from '@vitrine/contract/calls/uploads'
import type { ErrorCode } from '@vitrine/contract/errors'
import { originalFile } from '@vitrine/contract/variants'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cloudflareUrl, mainUrl } from '#features/images/image-urls'
import { imageByHash } from '#features/images/images.sql'
import { findOwnSimilar } from '#features/images/similar-images.sql'
import { truncate } from '#features/images/tokenizer'
import { PoolBusy } from '#imaging/imaging-pool'
import { RefusedFile } from '#imaging/refused-file'
import { ApiError, fail } from '#kit/api-error'
import { isLockFailure, isUnavailable } from '#kit/database/pg-errors'
import type { EndpointHandlers, EndpointServer } from '#kit/http/endpoints'
import { readMultipart, withMultipart } from '#kit/http/multipart'
import type { Signer } from '#kit/security/signer'
import {
  addPreparedImage,
  type IngestDeps,
  prepareImage,
  type ReceivedFile,
  receiveFile,
  type UploadMetadata,
} from './ingest.ts'
import { emptyParts, type MetadataParts, parseMetadata } from './submitted-metadata.ts'

type UploadDeps = IngestDeps & { mediaSigner: Signer }

export function uploadRoutes(app: FastifyInstance, serve: EndpointServer, deps: UploadDeps) {
  const { db, mediaSigner } = deps
  const handlers: EndpointHandlers<typeof uploads> = {
    upload: ({ caller, request }) => handleUpload(deps, request, caller),
    async alike({ body, caller }) {
      const found = await findOwnSimilar(db, caller.id, body.pictures)
      return { found: found.map((row) => ({ ...row, cloudflare_url: cloudflareUrl(row, mediaSigner) })) }
    },
  }
  withMultipart(app, bodyLimits, (part) => serve(uploads, handlers, part))
}

const bodyLimits = {
  files: limits.uploadBatch,
  fileSize: fileLimits.fileBytes + 1, // one byte more, so that PngValidator rejects the file with its own message
  fields: 60,
}

async function handleUpload(deps: UploadDeps, request: FastifyRequest, caller: Caller) {
  if (deps.imagingPool.isFull()) throw fail('busy')
  const workspace = await deps.store.createWorkspace()
  try {
    const batch = await readBatch(request, workspace.folder)
    return uploadReply(await ingestBatch(deps, batch, caller, request.log), deps.mediaSigner)
  } finally {
    await workspace.remove()
  }
}

/** One file of a batch: received, or the reason why it was rejected. */
interface BatchFile {
  index: number
  filename: string
  received: ReceivedFile | RefusedFile
}

interface Batch {
  files: BatchFile[]
  metadata: MetadataParts
}

async function readBatch(request: FastifyRequest, folder: string): Promise<Batch> {
  const files: BatchFile[] = []
  const metadata = emptyParts()
  await readMultipart(request, {
    tooManyFilesMessage: `Send at most ${limits.uploadBatch} images at once.`,
    async readFile(part) {
      files.push(await receivePart(part, files.length, folder))
    },
    readField(name, value) {
      if (Object.hasOwn(metadata, name)) metadata[name as keyof MetadataParts].push(value)
    },
  })
  if (!files.length) throw fail('no_images')
  return { files, metadata }
}

async function receivePart(part: MultipartFile, index: number, workspace: string): Promise<BatchFile> {
  const filename = sanitizeFileName(part)
  const folder = join(workspace, String(index))
  await mkdir(folder)
  const received = await receiveFile(part.file, join(folder, originalFile)).catch((error) => {
    if (!(error instanceof RefusedFile)) throw error
    return error
  })
  return { index, filename, received }
}

/** The contributor's file name as display text: no path, no control characters. */
function sanitizeFileName(part: MultipartFile): string {
  const name = basename((part.filename ?? '').replaceAll('\\', '/')).replaceAll(/\p{C}/gu, '')
  return truncate(name, 200) || 'unnamed'
}

type StoredImage = Awaited<ReturnType<typeof addPreparedImage>>['image']
type FileOutcome = BatchFile & ({ image: StoredImage } | { problem: { code: string; message: string } })

/** Measures the files concurrently, then adds their rows one by one, so that listings keep the order of the batch. */
async function ingestBatch(
  deps: UploadDeps,
  { files, metadata }: Batch,
  caller: Caller,
  log: Log,
): Promise<FileOutcome[]> {
  const prepared = await Promise.all(
    files.map((file) =>
      prepareFile(deps, file, parseMetadata(metadata, file.index), caller).catch((error) =>
        problemOutcome(file, error, log),
      ),
    ),
  )
  const outcomes: FileOutcome[] = []
  for (const one of prepared) {
    const outcome =
      'add' in one
        ? await one.add().then(
            ({ image }) => ({ ...one, image }),
            (error) => problemOutcome(one, error, log),
          )
        : one
    outcomes.push(outcome)
  }
  return outcomes
}

async function prepareFile(deps: UploadDeps, file: BatchFile, metadata: UploadMetadata | ApiError, caller: Caller) {
  const { received, filename } = file
  if (received instanceof RefusedFile) throw received
  if (metadata instanceof ApiError) throw metadata
  const existing = await imageByHash(deps.db, caller.id, received.sha256)
  if (existing) return { ...file, image: existing }
  const prepared = await prepareImage(deps, received, filename)
  return { ...file, add: () => addPreparedImage(deps.db, caller.id, prepared, metadata) }
}

type Log = FastifyRequest['log']

/** A rejected file or an internal error fails its own file only, never the rest of the batch. */
function problemOutcome(file: BatchFile, error: unknown, log: Log): FileOutcome {
  if (error instanceof RefusedFile || error instanceof ApiError) return { ...file, problem: error }
  if (error instanceof PoolBusy) return { ...file, problem: fail('busy') }
  log.error({ err: error, file: file.filename }, 'a file of a batch could not be ingested')
  return { ...file, problem: fail(isUnavailable(error) || isLockFailure(error) ? 'unavailable' : 'internal') }
}

function uploadReply(outcomes: FileOutcome[], mediaSigner: Signer) {
  const images = outcomes.flatMap((one) => ('image' in one ? [toUploadedImage(one.index, one.image, mediaSigner)] : []))
  const errors = outcomes.flatMap(({ index, filename, ...one }) =>
    'problem' in one ? [{ index, filename, code: one.problem.code, message: one.problem.message }] : [],
  )
  if (images.length) return { images, errors }
  const serverError = errors.find((one) => ['busy', 'unavailable', 'internal'].includes(one.code))
  if (serverError) throw fail(serverError.code as ErrorCode) // a 5xx, so that the client retries
  throw fail('none_accepted', { fields: errors.map(({ index, message }) => ({ at: `images.${index}`, message })) })
}

const toUploadedImage = (index: number, image: StoredImage, mediaSigner: Signer) => ({
  ...image,
  index,
  image_id: image.id,
  cloudflare_url: cloudflareUrl(image, mediaSigner),
  main_url: mainUrl(image, mediaSigner),
})
