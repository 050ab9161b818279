import { hammingDistance, maxHammingDistance } from '@vitrine/contract/perceptual-hash'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { Upload } from './upload.ts'

/** What a chosen file seems to be a second time: another one on the list, or an image that its person has sent before. */
export type Duplicate =
  | { where: 'list'; id: number; name: string }
  | { where: 'library'; same: boolean; title: string; status: ImageStatus; thumbnail: string; href: string }

/** The first one before it on the list that looks like it. */
export function findInList(all: Upload[], { id, inspection: look }: Upload): Duplicate | undefined {
  const motif = look?.dhash
  const one = motif && all.find((other) => other.id < id && isSimilar(motif, other))
  return one ? { where: 'list', id: one.id, name: one.file.name } : undefined
}

const isSimilar = (motif: string, { inspection: look, state }: Upload) =>
  look?.dhash !== undefined &&
  state !== 'twice' &&
  hammingDistance(parseHash(motif), parseHash(look.dhash)) <= maxHammingDistance

const parseHash = (motif: string) => BigInt(`0x${motif}`)

/** It would be the second one of the library, and has not been sent yet. */
export const isLibraryDuplicate = ({ state, duplicate: alike }: Upload) =>
  state === 'ready' && alike?.where === 'library'
