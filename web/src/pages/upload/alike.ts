import type { ImageStatus } from '@vitrine/contract/images'
import { hammingDistance, maxHammingDistance } from '@vitrine/contract/looks'
import type { Upload } from './upload.ts'

/** What a chosen file seems to be a second time: another one on the list, or an image that its person has sent before. */
export type Alike =
  | { where: 'list'; id: number; name: string }
  | { where: 'library'; same: boolean; title: string; status: ImageStatus; thumbnail: string; href: string }

/** The first one before it on the list that looks like it. */
export function besideIn(all: Upload[], { id, look }: Upload): Alike | undefined {
  const motif = look?.motif
  const one = motif && all.find((other) => other.id < id && isLike(motif, other))
  return one ? { where: 'list', id: one.id, name: one.file.name } : undefined
}

const isLike = (motif: string, { look, state }: Upload) =>
  look?.motif !== undefined && state !== 'twice' && hammingDistance(bits(motif), bits(look.motif)) <= maxHammingDistance

const bits = (motif: string) => BigInt(`0x${motif}`)

/** It would be the second one of the library, and has not been sent yet. */
export const isHad = ({ state, alike }: Upload) => state === 'ready' && alike?.where === 'library'
