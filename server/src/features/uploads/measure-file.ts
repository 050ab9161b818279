import { dirname, join } from 'node:path'
import { type PerceptualRow, unpackRow } from '@vitrine/contract/measures/similarity/perceptual-row'
import { previewFile, previewVersion } from '@vitrine/contract/media-files'
import type { NewFile } from '#features/files/files.sql'
import { measuredColumns } from '#features/files/transparency'
import { previewKey } from '#features/images/storage-keys'
import type { ImagingPool, Requester } from '#imaging/imaging-pool'
import { type Licensor, licenceXmp } from '#imaging/licence-xmp'
import type { ImageFacts } from '#imaging/worker-protocol'
import type { Store } from '#kit/storage/store'

/** A PNG in a folder of its own in a workspace. */
export interface PictureFile {
  path: string
  sha256: string
  byte_size: number
  /** Width times height by its header. */
  pixels: number
}

/** What measuring a file gives: its row of `file`, and previews in the same folder of the workspace. */
export interface MeasuredFile {
  file: NewFile
  measures: ImageFacts['measures']
  embedded: ImageFacts['embedded']
  perceptualRow: PerceptualRow | null
  storePreviews(store: Store): Promise<void>
}

/** Measures a PNG and makes its previews. Throws RefusedFile and PoolBusy. */
export async function measureFile(
  { imagingPool, licensor }: { imagingPool: ImagingPool; licensor: Licensor },
  { path, sha256, byte_size, pixels }: PictureFile,
  requester: Requester,
): Promise<MeasuredFile> {
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
      ...measuredColumns(measures),
      preview_version: previewVersion,
    },
    measures,
    embedded,
    perceptualRow: packedRow && unpackRow(packedRow),
    async storePreviews(store) {
      for (const size of previews)
        await store.put(join(folder, previewFile(size)), previewKey(sha256, size, previewVersion))
    },
  }
}
