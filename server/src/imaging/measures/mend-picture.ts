import { isFault, maxClearAlpha } from '@vitrine/contract/measures/findings'
import type { Finding } from '@vitrine/contract/schemas/findings'
import type { PictureMeasures } from './measure-picture.ts'
import { measurePicture } from './measure-picture.ts'
import type { Rectangle, RgbaImage } from './rgba-image.ts'
import { speckCells } from './shape/shape.ts'
import { visibleBox } from './visible-fit.ts'

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
 * it would have a fault that was to be removed, or a new one, there is none.
 */
export function mendPicture(image: RgbaImage, { findings }: Pick<PictureMeasures, 'findings'>): MendedPicture | null {
  const copy = { ...image, pixels: image.pixels.slice() }
  const mended = removeFaults(copy, findings)
  const hiddenColours = removeHiddenColours(copy)
  const remaining = mended.length ? findingsOf(copy) : findings
  const isUnwanted = ({ kind }: Finding) => hasKind(mended, kind) || !hasKind(findings, kind)
  if (remaining.some((one) => isFault(one) && isUnwanted(one))) return null
  const picture = trimmed(copy, mended, remaining) ?? { ...copy, mended }
  const all = [...picture.mended, ...namedHiddenColours(picture, hiddenColours)]
  return all.length ? { ...picture, mended: all } : null
}

const findingsOf = ({ pixels, width, height }: RgbaImage) => measurePicture(pixels, width, height).findings

const hasKind = (list: { kind: string }[], kind: string) => list.some((one) => one.kind === kind)

function removeFaults(image: RgbaImage, findings: Finding[]): Mending[] {
  const mended: Mending[] = []
  if (hasKind(findings, 'haze')) {
    clearHaze(image)
    mended.push({ kind: 'haze' })
  }
  const specks = findings.find((one) => one.kind === 'specks')
  if (specks) {
    eraseSpecks(image)
    mended.push({ kind: 'specks', count: specks.count })
  }
  return mended
}

/** The picture without huge clear margins; null where it has none or where something else would be found without. */
function trimmed(image: RgbaImage, mended: Mending[], findings: Finding[]): MendedPicture | null {
  const box = marginBox(image)
  if (!box) return null
  const picture = cropped(image, box)
  const isClean = findingsOf(picture).every(({ kind }) => hasKind(findings, kind))
  return isClean ? { ...picture, mended: [...mended, { kind: 'clear_margins' }] } : null
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
  /** How many of them had another colour than the pixel before: these cost bytes. */
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

/** The share of a picture's pixels from which on hidden colours are worth a word besides what else is mended. */
const minHiddenShare = 0.01
/** The share with differing ones from which on their removal alone may make the file smaller. */
const minChangingShare = 0.05

function namedHiddenColours({ width, height, mended }: MendedPicture, { count, changes }: HiddenColours): Mending[] {
  const area = width * height
  const isNamed = mended.length ? count > minHiddenShare * area : changes > minChangingShare * area
  return isNamed ? [{ kind: 'hidden_colours' }] : []
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
  const [left, top] = [Math.max(0, box.left - pad), Math.max(0, box.top - pad)]
  return {
    left,
    top,
    width: Math.min(image.width, box.left + box.width + pad) - left,
    height: Math.min(image.height, box.top + box.height + pad) - top,
  }
}

function cropped({ pixels, width }: RgbaImage, box: Rectangle): RgbaImage {
  const copy = new Uint8Array(box.width * box.height * 4)
  for (let row = 0; row < box.height; row++) {
    const from = ((box.top + row) * width + box.left) * 4
    copy.set(pixels.subarray(from, from + box.width * 4), row * box.width * 4)
  }
  return { pixels: copy, width: box.width, height: box.height }
}
