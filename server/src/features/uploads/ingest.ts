import { dirname, join } from 'node:path'
import type { ImageFieldValues } from '@vitrine/contract/image-fields'
import { keywordsIn, normalizeKeywords } from '@vitrine/contract/keywords'
import { previewFile, previewVersion } from '@vitrine/contract/media-files'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import type { CommandContext } from '#command'
import { assertAccountOpen } from '#features/accounts/users/users.sql'
import { addressesFor } from '#features/images/addresses'
import { assertNotBlocked, recordRefusal, refuseCopiesOfBlocked } from '#features/images/blocked-pictures/refuse-copies'
import { type NewFile, saveFile } from '#features/images/files/file-facts.sql'
import { type RecordedFiles, recordStoring } from '#features/images/files/unowned-files.sql'
import { isOwnDuplicateError, keepImageFiles } from '#features/images/files-of-images.sql'
import { type AddedImage, addKeywords, imageByHash, insertImage, type NewImage } from '#features/images/images.sql'
import { originalKey, previewKey, sharedKeys } from '#features/images/storage-keys'
import { truncate } from '#features/images/tokenizer'
import { rewriteImageWords } from '#features/search/words/image-words'
import type { Requester } from '#imaging/imaging-pool'
import { licenceXmp } from '#imaging/licence-xmp'
import { type PerceptualRow, unpackRow } from '#imaging/measures/similarity/perceptual-row'
import type { EmbeddedMetadata } from '#imaging/png/embedded-metadata'
import { titlesFromFileNames } from '#imaging/png/file-title'
import { refusedFile } from '#imaging/refused-file'
import type { Database } from '#kit/database/statements'
import type { Store } from '#kit/storage/store'
import { countAgainst, type UploadQuota } from './quota.ts'
import type { ReceivedFile } from './receive-file.ts'

/** Metadata given by the contributor; missing fields are read from the file itself, empty ones stay empty. */
export type UploadMetadata = Partial<ImageFieldValues> & {
  /** The title that the names of the files suggest, where neither the contributor nor the file itself has one. */
  file_title?: string
}

export type IngestDeps = Pick<CommandContext, 'db' | 'store' | 'imagingPool' | 'licensor' | 'notifications'>

/** Measures a PNG, of `pixels` by its header, and makes its previews in its folder. Throws RefusedFile and PoolBusy. */
export async function measureFile(
  { imagingPool, licensor }: Pick<IngestDeps, 'imagingPool' | 'licensor'>,
  { path, sha256, byte_size, pixels }: Omit<ReceivedFile, 'png'> & { pixels: number },
  requester: Requester,
) {
  const folder = dirname(path)
  const facts = await imagingPool.measure({ file: path, pixels, folder, xmp: licenceXmp(licensor) }, requester)
  const { previews, colours, visible_box, row: packedRow, measures, embedded, source, ...dimensions } = facts
  return {
    file: {
      sha256,
      byte_size,
      ...dimensions,
      colours: JSON.stringify(colours),
      visible_box: visible_box && JSON.stringify(visible_box),
      source: source?.source ?? null,
      source_place: source?.place ?? null,
      source_generator: source?.generator ?? '',
      transparent_ratio: measures.clear_share,
      translucent_ratio: measures.soft_share,
      findings: JSON.stringify(measures.findings),
      edge_score: measures.edge_score,
      contrast_tile: measures.contrast_tile,
      measures_version: measures.version,
      preview_version: previewVersion,
    },
    measures,
    embedded,
    perceptualRow: packedRow && unpackRow(packedRow),
    async storePreviews(store: Store) {
      for (const size of previews)
        await store.put(join(folder, previewFile(size)), previewKey(sha256, size, previewVersion))
    },
  }
}

/** What is known of a file besides its bytes. */
type FileOrigin = Required<Pick<NewImage, 'owner_id' | 'file_name' | 'rights_version' | 'rights_at'>> &
  Pick<NewImage, 'status'>

/** A measured image whose files are in the store; only its row is missing. */
export interface PreparedImage {
  image: Pick<NewImage, 'sha256'> & FileOrigin
  file: NewFile
  recorded: RecordedFiles
  perceptualRow: PerceptualRow | null
  embedded: EmbeddedMetadata
}

/** Measures a received file and stores it with its previews, until it has an image. Throws RefusedFile and PoolBusy. */
export async function prepareImage(
  { db, store, imagingPool, licensor, notifications }: IngestDeps,
  { path, sha256, byte_size, png }: ReceivedFile,
  origin: FileOrigin,
  requester: Requester,
): Promise<PreparedImage> {
  const picture = { path, sha256, byte_size, pixels: png.width * png.height }
  const measured = await measureFile({ imagingPool, licensor }, picture, requester)
  const { file, perceptualRow, measures, embedded, storePreviews } = measured
  if (measures.findings.some(({ kind }) => kind === 'nothing_to_see')) throw refusedFile('nothing_to_see')
  await refuseCopiesOfBlocked(db, { sha256, ...origin }, perceptualRow)
  const recorded = await recordStoring(db, sharedKeys(sha256), sha256, notifications.processName)
  await storePreviews(store)
  await store.put(path, originalKey(sha256))
  return { image: { sha256, ...origin }, file, recorded, perceptualRow, embedded }
}

/**
 * Adds the row after its files, so that none lacks them; `added` is false for the second of two concurrent uploads of
 * the same bytes by one contributor. Throws RefusedFile where the picture was taken down meanwhile.
 */
export async function addPreparedImage(
  db: Database,
  { image: known, file, recorded, perceptualRow, embedded }: PreparedImage,
  metadata: UploadMetadata,
  quota?: UploadQuota,
): Promise<{ image: AddedImage; added: boolean }> {
  const image = { ...known, ...columnValues(metadata, embedded) }
  const adding = db.transaction().execute(async (transaction) => {
    const storedFile = await saveFile(transaction, file, perceptualRow)
    const inserted = await insertImage(transaction, image, addressesFor(image.title))
    if (!inserted) return undefined
    await assertAccountOpen(transaction, image.owner_id)
    await assertNotBlocked(transaction, image)
    if (quota) await countAgainst(transaction, quota, { ...storedFile, ...inserted })
    await addKeywords(transaction, [{ id: inserted.id, keywords: chooseKeywords(metadata, embedded) }])
    await rewriteImageWords(transaction, [inserted.id])
    await keepImageFiles(transaction, image.sha256, recorded)
    return { ...storedFile, ...inserted }
  })
  const added = await adding.catch((error) =>
    isOwnDuplicateError(error) ? undefined : recordRefusal(db, image, perceptualRow)(error),
  )
  if (added) return { image: added, added: true }
  const existing = await imageByHash(db, image.owner_id, image.sha256)
  if (existing) return { image: existing, added: false }
  throw new Error(`No free address for "${image.title}"`)
}

/** Adds one received file to the library for the operator; a duplicate of the owner's own costs no decoding. */
export async function ingest(deps: IngestDeps, received: ReceivedFile, origin: FileOrigin, metadata: UploadMetadata) {
  const existing = await imageByHash(deps.db, origin.owner_id, received.sha256)
  if (existing) return { image: existing, added: false }
  const prepared = await prepareImage(deps, received, origin, { owner: 'operator' })
  const [file_title] = titlesFromFileNames([origin.file_name])
  return addPreparedImage(deps.db, prepared, { file_title, ...metadata })
}

/** Characters of a title that is derived from the file name. */
const maxFileTitleLength = 120

function columnValues(
  { keywords: _, category, file_title = '', ...texts }: UploadMetadata,
  embedded: EmbeddedMetadata,
) {
  return {
    ...texts,
    title: (texts.title ?? embedded.title) || truncate(file_title, maxFileTitleLength) || 'Untitled',
    description: texts.description ?? embedded.description,
    credit: texts.credit ?? embedded.maker,
    category_id: category === undefined ? (findCategory(embedded.category)?.id ?? null) : category,
  }
}

const chooseKeywords = ({ keywords }: UploadMetadata, embedded: EmbeddedMetadata) =>
  keywords ? normalizeKeywords(keywords) : (embedded.keywords.map(keywordsIn).find(({ length }) => length > 0) ?? [])
