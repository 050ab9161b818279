import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Dimensions, fittedDimensions } from '@vitrine/contract/measures/dimensions'
import { previewSizes } from '@vitrine/contract/media-files'
import { originalKey, previewKey } from '#features/images/storage-keys'
import { measureAgain } from '#features/uploads/measuring/measure-again'
import { measuresVersion } from '#imaging/measures/measure-picture'
import { ApiError } from '#kit/api-error'
import { forEachLimit } from '#kit/concurrency'
import { sha256Of } from '#kit/sha256'
import { copyStoredFile, type Store } from '#kit/storage/store'
import { type CheckContext, type Finding, type Inspection, RepairError } from '../inspections.ts'
import { type CheckedFile, checkedFiles, fileCount, fileHashes } from './files.sql.ts'
import { pictureProblems } from './picture-problems.ts'

const concurrency = 4

/** The files of images, each with its row, its previews and what was measured of it. */
export const originals = (context: CheckContext): Inspection => ({
  subject: 'Files',
  isGradual: true,
  count: () => fileCount(context.backgroundDb),
  pages: () => fileHashes(context.backgroundDb),
  async inspect(hashes) {
    const files = await checkedFiles(context.backgroundDb, hashes)
    const byFile = new Map<CheckedFile, Finding[]>(files.map((file) => [file, []]))
    await forEachLimit(byFile, concurrency, async ([file, findings]) => {
      findings.push(...(await originalFindings(context, file)), ...measureFindings(context, file))
    })
    const previews = files.flatMap(previewsOf)
    const problems = await pictureProblems(context, previews)
    for (const { file, key } of previews.filter(({ key }) => problems.has(key)))
      byFile.get(file)!.push(measurable(context, file, `A preview of ${file.images} ${problems.get(key)} (${key}).`))
    return [...byFile.values()].flat()
  },
})

async function originalFindings(context: CheckContext, file: CheckedFile): Promise<Finding[]> {
  const { store } = context
  const key = originalKey(file.sha256)
  const size = await store.size(key)
  const lost = async (what: string) => [
    await lostFile(context, file, `The original of ${file.images} ${what} (${key}).`),
  ]
  if (size === null) return lost('is missing')
  if (context.isQuick) return size === file.byte_size ? [] : lost(`has ${size} bytes instead of ${file.byte_size}`)
  try {
    const facts = await readFacts(store.read(key))
    if (facts.sha256 !== file.sha256) return lost('has other bytes than were uploaded')
    return rowFindings(context, file, facts)
  } catch (error) {
    // A bucket that does not answer says nothing about the file.
    if (error instanceof ApiError) throw error
    return lost(`cannot be read: ${(error as Error).message}`)
  }
}

/** A file whose bytes are gone; only a backup has them. */
async function lostFile({ store, backups }: CheckContext, { sha256 }: CheckedFile, text: string): Promise<Finding> {
  const key = originalKey(sha256)
  if (!backups) {
    const remedy = 'It comes back from a backup: npm run vitrine -- check --repair --from <folder of the backups>'
    return { key: sha256, text, remedy }
  }
  if (!(await hasBytes(backups, key, sha256)))
    return { key: sha256, text, remedy: 'The backups do not have it either.' }
  const repair = () => copyStoredFile(backups, key, store, key)
  return { key: sha256, text, remedy: 'It is copied from the backups.', repair }
}

/** What the row says wrongly of the file, which is corrected in `file`: its previews are compared with that too. */
function rowFindings(context: CheckContext, file: CheckedFile, { byte_size, width, height }: FileFacts): Finding[] {
  const isUpright = width === file.width && height === file.height
  // Where eXIf turns a picture, the row has the sides that are shown.
  const isTurned = width === file.height && height === file.width
  if (byte_size === file.byte_size && (isUpright || isTurned)) return []
  const stored = `${file.byte_size} bytes, ${file.width} × ${file.height} pixels`
  const text = `The file of ${file.images} counts as ${stored}, and has ${byte_size} bytes, ${width} × ${height}.`
  Object.assign(file, { byte_size, width, height })
  return [measurable(context, file, text)]
}

/** What is missing of a file that this version has measured; the site measures the others by itself. */
function measureFindings(context: CheckContext, file: CheckedFile): Finding[] {
  if (file.measures_version < measuresVersion) return []
  if (!file.has_findings) return [measurable(context, file, `The file of ${file.images} is not measured.`)]
  if (!file.has_open_findings)
    return [measurable(context, file, `The faults of the file of ${file.images} are not those that are listed.`)]
  if (file.has_perceptual_row || file.is_empty) return []
  return [measurable(context, file, `Searches for look-alikes do not find the file of ${file.images}.`)]
}

const previewsOf = (file: CheckedFile) =>
  previewSizes(file.width, file.height).map((side) => {
    const size = fittedDimensions(file, side)
    const key = previewKey(file.sha256, side, file.preview_version)
    return { file, key, size, format: 'webp', pixels: size.width * size.height } as const
  })

/** What measuring the original again puts right. */
function measurable(context: CheckContext, file: CheckedFile, text: string): Finding {
  const { sha256 } = file
  return {
    key: sha256,
    text,
    remedy: 'It is measured again, and gets its previews.',
    async repair() {
      if (!(await hasBytes(context.store, originalKey(sha256), sha256)))
        throw new RepairError('its original is missing or damaged.')
      const problem = await measureAgain(context, file, new AbortController().signal)
      if (problem) throw new RepairError(problem)
    },
  }
}

interface FileFacts extends Dimensions {
  sha256: string
  byte_size: number
}

/** Of the header of a PNG: the first chunk holds width and height as its first eight bytes. */
const headerLength = 24

async function readFacts(bytes: Readable): Promise<FileFacts> {
  const hash = createHash('sha256')
  let byte_size = 0
  let header = Buffer.alloc(0)
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    byte_size += chunk.length
    if (header.length < headerLength) header = Buffer.concat([header, chunk]).subarray(0, headerLength)
  }
  const [width, height] = header.length < headerLength ? [0, 0] : [header.readUInt32BE(16), header.readUInt32BE(20)]
  return { sha256: hash.digest('hex'), byte_size, width, height }
}

const hasBytes = async (store: Store, key: string, sha256: string): Promise<boolean> =>
  (await store.size(key)) !== null && (await sha256Of(store.read(key))) === sha256
