import { isFault, maxClearAlpha } from '@vitrine/contract/measures/findings'
import type { Finding } from '@vitrine/contract/schemas/findings'
import { measurePicture, type PictureMeasures } from './measure-picture.ts'
import { clipped, type Rectangle, type RgbaImage } from './rgba-image.ts'
import { speckCells } from './shape/shape.ts'
import { visibleBox } from './visible-fit.ts'

/** What mending removes: clear margins are more than half of the picture, hidden colours those of clear pixels. */
export type Mending = 'haze' | 'specks' | 'clear_margins' | 'hidden_colours'

export interface MendedPicture extends RgbaImage {
  mended: Mending[]
}

/**
 * A copy of the picture without the faults that can be removed exactly (requirements: #mending); null where there is
 * nothing of the kind. Every pixel that can be seen and is no stray speck stays as it is. The copy is measured: where
 * it would have a fault that was to be removed, or a new one, there is none.
 */
export function mendPicture(image: RgbaImage, { findings }: Pick<PictureMeasures, 'findings'>): MendedPicture | null {
  const copy = { ...image, pixels: image.pixels.slice() }
  const mended = removeFaults(copy, findings)
  const hiddenColours = removeHiddenColours(copy)
  const remaining = mended.length ? measurePicture(copy).findings : findings
  const isUnwanted = ({ kind }: Finding) => mended.some((one) => one === kind) || !hasKind(findings, kind)
  if (remaining.some((one) => isFault(one) && isUnwanted(one))) return null
  const picture = trimmed(copy, mended, remaining) ?? { ...copy, mended }
  if (areNamed(hiddenColours, picture)) picture.mended.push('hidden_colours')
  return picture.mended.length ? picture : null
}

const hasKind = (findings: Finding[], kind: Finding['kind']) => findings.some((one) => one.kind === kind)

function removeFaults(image: RgbaImage, findings: Finding[]): Mending[] {
  const faults = (['haze', 'specks'] as const).filter((kind) => hasKind(findings, kind))
  if (faults.includes('haze')) clearHaze(image)
  if (faults.includes('specks')) eraseSpecks(image)
  return faults
}

/** The picture without huge clear margins; null where it has none or where something else would be found without. */
function trimmed(image: RgbaImage, mended: Mending[], findings: Finding[]): MendedPicture | null {
  const box = marginBox(image)
  if (!box) return null
  const picture = cropped(image, box)
  const isClean = measurePicture(picture).findings.every(({ kind }) => hasKind(findings, kind))
  return isClean ? { ...picture, mended: [...mended, 'clear_margins'] } : null
}

function clearHaze({ pixels }: RgbaImage) {
  for (let at = 3; at < pixels.length; at += 4)
    if (pixels[at]! <= maxClearAlpha && pixels[at]! > 0) pixels.fill(0, at - 3, at + 1)
}

/** Specks are erased with the faint pixels next to them, which are their soft edges. */
function eraseSpecks(image: RgbaImage) {
  for (const cell of speckCells(image)) {
    const [right, bottom] = [cell.left + cell.width, cell.top + cell.height]
    const { left, top, width, height } = clipped(image, cell.left - 1, cell.top - 1, right + 1, bottom + 1)
    for (let y = top; y < top + height; y++) {
      const from = (y * image.width + left) * 4
      image.pixels.fill(0, from, from + width * 4)
    }
  }
}

/** Counts clear pixels that had a colour, and those with another one than the pixel before, which cost bytes. */
function removeHiddenColours({ pixels }: RgbaImage) {
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

/** The share of a picture's pixels from which on hidden colours are worth a word besides what else is mended. */
const minHiddenShare = 0.01
/** The share with differing ones from which on their removal alone may make the file smaller. */
const minChangingShare = 0.05

function areNamed(hidden: ReturnType<typeof removeHiddenColours>, { width, height, mended }: MendedPicture): boolean {
  const area = width * height
  return mended.length ? hidden.count > minHiddenShare * area : hidden.changes > minChangingShare * area
}

/** Clear margins are huge where the visible part's box covers less than this share of the picture. */
const maxBoxShare = 0.5
/** What is left of the margins: a share of the box's longer side, and at least some pixels. */
const padding = { share: 0.02, pixels: 2 }

/** The part of a picture that is left when its clear margins are trimmed; null where they are not huge. */
function marginBox(image: RgbaImage): Rectangle | null {
  const box = visibleBox(image)
  if (!box || box.width * box.height >= maxBoxShare * image.width * image.height) return null
  const pad = Math.max(padding.pixels, Math.ceil(Math.max(box.width, box.height) * padding.share))
  return clipped(image, box.left - pad, box.top - pad, box.left + box.width + pad, box.top + box.height + pad)
}

function cropped({ pixels, width }: RgbaImage, box: Rectangle): RgbaImage {
  const copy = new Uint8Array(box.width * box.height * 4)
  for (let row = 0; row < box.height; row++) {
    const from = ((box.top + row) * width + box.left) * 4
    copy.set(pixels.subarray(from, from + box.width * 4), row * box.width * 4)
  }
  return { pixels: copy, width: box.width, height: box.height }
}
