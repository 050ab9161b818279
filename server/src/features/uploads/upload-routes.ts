import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { Caller } from '@vitrine/contract/caller'
import { uploads } from '@vitrine/contract/calls/uploads'
import type { ErrorCode } from '@vitrine/contract/errors'
import { imageLimits } from '@vitrine/contract/vocabulary/image-limits'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { imageByHash } from '#features/images/images.sql'
import { findOwnSimilar } from '#features/images/similar-images.sql'
import { truncate } from '#features/images/tokenizer'
import { cloudflareUrl, mainUrl } from '#features/images/urls'
import { PoolBusy } from '#imaging/imaging-pool'
import { RejectedFile } from '#imaging/rejected-file'
import { ApiError, fail } from '#kit/api-error'
import { isUnavailable } from '#kit/database/pg-errors'
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

export function uploadRoutes(app: FastifyInstance, serve: EndpointServer, ground: UploadDeps) {
  const { db, mediaSigner } = ground
  const handlers: EndpointHandlers<typeof uploads> = {
    upload: ({ caller: user, request }) => handleUpload(ground, request, user),
    async alike({ body, caller: user }) {
      const found = await findOwnSimilar(db, user.id, body.pictures)
      return { found: found.map((row) => ({ ...row, cloudflare_url: cloudflareUrl(row, mediaSigner) })) }
    },
  }
  withMultipart(app, bodyLimits, (part) => serve(uploads, handlers, part))
}

const bodyLimits = {
  files: limits.uploadBatch,
  fileSize: imageLimits.fileBytes + 1, // the walker refuses at the limit, with its own words
  fields: 60,
}

async function handleUpload(ground: UploadDeps, request: FastifyRequest, user: Caller) {
  if (ground.imagingPool.isFull()) throw fail('busy')
  const workspace = await ground.store.createWorkspace()
  try {
    const batch = await readBatch(request, workspace.folder)
    return uploadReply(await ingestBatch(ground, batch, user, request.log), ground.mediaSigner)
  } finally {
    await workspace.remove()
  }
}

/** One file of a batch as far as it came: received, or the reason why not. */
interface BatchFile {
  index: number
  filename: string
  received: ReceivedFile | RejectedFile
}

interface Batch {
  files: BatchFile[]
  metadata: MetadataParts
}

async function readBatch(request: FastifyRequest, folder: string): Promise<Batch> {
  const files: BatchFile[] = []
  const said = emptyParts()
  await readMultipart(request, {
    tooManyFilesMessage: `Send at most ${limits.uploadBatch} images at once.`,
    async readFile(part) {
      files.push(await receivePart(part, files.length, folder))
    },
    readField(name, value) {
      if (Object.hasOwn(said, name)) said[name as keyof MetadataParts].push(value)
    },
  })
  if (!files.length) throw fail('no_images')
  return { files, metadata: said }
}

async function receivePart(part: MultipartFile, index: number, workspace: string): Promise<BatchFile> {
  const filename = sanitizeFileName(part)
  const folder = join(workspace, String(index))
  await mkdir(folder)
  const received = await receiveFile(part.file, join(folder, 'original.png')).catch((error) => {
    if (!(error instanceof RejectedFile)) throw error
    return error
  })
  return { index, filename, received }
}

/** The contributor's own name of a file is text for people, never a path, and without what cannot be shown. */
function sanitizeFileName(part: MultipartFile): string {
  const name = basename((part.filename ?? '').replaceAll('\\', '/')).replaceAll(/\p{C}/gu, '')
  return truncate(name, 200) || 'unnamed'
}

type StoredImage = Awaited<ReturnType<typeof addPreparedImage>>['image']
type FileOutcome = BatchFile & ({ image: StoredImage } | { problem: { code: string; message: string } })

/** Pictures are measured side by side; their rows are added in the order of the batch, which is the order of the lists. */
async function ingestBatch(
  ground: UploadDeps,
  { files, metadata: said }: Batch,
  user: Caller,
  log: Log,
): Promise<FileOutcome[]> {
  const found = await Promise.all(
    files.map((file) =>
      prepareFile(ground, file, parseMetadata(said, file.index), user).catch((error) =>
        problemOutcome(file, error, log),
      ),
    ),
  )
  const outcomes: FileOutcome[] = []
  for (const one of found) {
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

async function prepareFile(ground: UploadDeps, arrived: BatchFile, said: UploadMetadata | ApiError, user: Caller) {
  const { received, filename } = arrived
  if (received instanceof RejectedFile) throw received
  if (said instanceof ApiError) throw said
  const known = await imageByHash(ground.db, user.id, received.sha256)
  if (known) return { ...arrived, image: known }
  const prepared = await prepareImage(ground, received, filename)
  return { ...arrived, add: () => addPreparedImage(ground.db, user.id, prepared, said) }
}

type Log = FastifyRequest['log']

/** One bad file never costs the others, nor does a fault of ours: what went wrong is the outcome of its own file. */
function problemOutcome(arrived: BatchFile, error: unknown, log: Log): FileOutcome {
  if (error instanceof RejectedFile || error instanceof ApiError) return { ...arrived, problem: error }
  if (error instanceof PoolBusy) return { ...arrived, problem: fail('busy') }
  log.error({ err: error, file: arrived.filename }, 'a file of a batch could not be taken')
  return { ...arrived, problem: fail(isUnavailable(error) ? 'unavailable' : 'internal') }
}

function uploadReply(outcomes: FileOutcome[], mediaSigner: Signer) {
  const images = outcomes.flatMap((one) => ('image' in one ? [toUploadedImage(one.index, one.image, mediaSigner)] : []))
  const errors = outcomes.flatMap(({ index, filename, ...one }) =>
    'problem' in one ? [{ index, filename, code: one.problem.code, message: one.problem.message }] : [],
  )
  if (images.length) return { images, errors }
  const ours = errors.find((one) => ['busy', 'unavailable', 'internal'].includes(one.code))
  if (ours) throw fail(ours.code as ErrorCode) // worth sending again, so it is not called the contributor's fault
  throw fail('none_accepted', { fields: errors.map(({ index, message }) => ({ at: `images.${index}`, message })) })
}

const toUploadedImage = (index: number, image: StoredImage, mediaSigner: Signer) => ({
  ...image,
  index,
  image_id: image.id,
  cloudflare_url: cloudflareUrl(image, mediaSigner),
  main_url: mainUrl(image, mediaSigner),
})
