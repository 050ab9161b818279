import { maxClearAlpha } from '../alpha-histogram.ts'
import type { FindingKind, PictureMeasures } from '../findings.ts'
import { measurePicture } from '../measure-picture.ts'
import type { RgbaImage } from '../rgba-image.ts'
import { speckCells } from '../shape.ts'
import { cropped, marginBox } from './clear-margins.ts'

/** What mending removes from a picture. */
export type Mending =
  | { kind: 'haze' }
  | { kind: 'specks'; count: number }
  /** More than half of the picture: clear sides around what is visible. */
  | { kind: 'clear_margins' }
  /** Colours of pixels that are fully transparent. */
  | { kind: 'hidden_colours' }

export interface MendedPicture extends RgbaImage {
  mended: Mending[]
}

/**
 * A copy of the picture without the faults that can be removed exactly (requirements: #mending); null where there is
 * nothing of the kind. Every pixel that can be seen and is no stray speck stays as it is. The copy is measured: where
 * it would keep what was to be removed, or where anything new would be found in it, it is not offered.
 */
export function mendPicture(image: RgbaImage, measures: Pick<PictureMeasures, 'findings'>): MendedPicture | null {
  const copy = { ...image, pixels: image.pixels.slice() }
  const { findings } = measures
  const mended: Mending[] = []
  if (findings.some(({ kind }) => kind === 'haze')) {
    clearHaze(copy)
    mended.push({ kind: 'haze' })
  }
  const specks = findings.find((one) => one.kind === 'specks')
  if (specks) {
    eraseSpecks(copy)
    mended.push({ kind: 'specks', count: specks.count })
  }
  const hiddenColours = removeHiddenColours(copy)
  const box = marginBox(copy)
  const withBox: Mending[] = box ? [...mended, { kind: 'clear_margins' }] : mended
  const candidates = [{ ...(box ? cropped(copy, box) : copy), mended: withBox }, ...(box ? [{ ...copy, mended }] : [])]
  return candidates.map((one) => nameHiddenColours(one, hiddenColours)).find((one) => isMended(one, findings)) ?? null
}

function clearHaze({ pixels }: RgbaImage) {
  for (let at = 3; at < pixels.length; at += 4)
    if (pixels[at]! <= maxClearAlpha && pixels[at]! > 0) pixels.fill(0, at - 3, at + 1)
}

/** Specks are erased with the faint pixels next to them, which are their soft edges. */
function eraseSpecks(image: RgbaImage) {
  const { pixels, width, height } = image
  for (const { left, top, width: columns, height: rows } of speckCells(image)) {
    const [from, to] = [Math.max(0, left - 1), Math.min(width, left + columns + 1)]
    for (let y = Math.max(0, top - 1); y < Math.min(height, top + rows + 1); y++)
      pixels.fill(0, (y * width + from) * 4, (y * width + to) * 4)
  }
}

interface HiddenColours {
  /** Clear pixels that had a colour. */
  count: number
  /** Those of them whose colour differed from that of the pixel before: these cost bytes. */
  changes: number
}

function removeHiddenColours({ pixels }: RgbaImage): HiddenColours {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  const hidden = { count: 0, changes: 0 }
  let before = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word !== 0 && pixels[at * 4 + 3] === 0) {
      hidden.count++
      if (word !== before) hidden.changes++
      words[at] = 0
    }
    before = word
  }
  return hidden
}

/** The share of a picture's pixels from which on hidden colours are worth a word beside what else is mended. */
const minHiddenShare = 0.01
/** The share with differing ones from which on their removal alone may make the file smaller. */
const minChangingShare = 0.05

function nameHiddenColours(picture: MendedPicture, { count, changes }: HiddenColours): MendedPicture {
  const { width, height, mended } = picture
  const area = width * height
  const isNamed = mended.length ? count > minHiddenShare * area : changes > minChangingShare * area
  return isNamed ? { ...picture, mended: [...mended, { kind: 'hidden_colours' }] } : picture
}

/** Whether something was mended, and nothing is found any more but what was found before and not mended. */
function isMended({ pixels, width, height, mended }: MendedPicture, before: PictureMeasures['findings']): boolean {
  if (mended.length === 0) return false
  const removed = new Set<string>(mended.map(({ kind }) => kind))
  const remaining = new Set<FindingKind>(before.map(({ kind }) => kind).filter((kind) => !removed.has(kind)))
  return measurePicture(pixels, width, height).findings.every(({ kind }) => remaining.has(kind))
}
