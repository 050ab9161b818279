import { hammingDistance, maxHammingDistance } from '@vitrine/contract/perceptual-hash'
import type { Duplicate, Upload } from './upload.ts'

/** The first upload before this one on the list whose perceptual hash is similar. */
export function findInList(uploads: Upload[], { id, inspection }: Upload): Duplicate | undefined {
  const dhash = inspection?.dhash
  const first = dhash && uploads.find((other) => other.id < id && isSimilar(dhash, other))
  return first ? { where: 'list', id: first.id, name: first.file.name } : undefined
}

const isSimilar = (dhash: string, { inspection, state }: Upload) =>
  inspection?.dhash !== undefined &&
  state !== 'duplicate' &&
  hammingDistance(parseHash(dhash), parseHash(inspection.dhash)) <= maxHammingDistance

const parseHash = (dhash: string) => BigInt(`0x${dhash}`)

/** Whether it seems to be in the library already and is not sent yet. */
export const isLibraryDuplicate = ({ state, duplicate }: Upload) => state === 'ready' && duplicate?.where === 'library'
