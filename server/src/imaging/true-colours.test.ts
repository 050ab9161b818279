import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  chrmChunk,
  chromaticities,
  cicpChunk,
  gamaChunk,
  greyProfile,
  iccpChunk,
  rgbProfile,
  srgbChunk,
  toXyz,
} from '#test/colour-chunks'
import { openPool } from '#test/imaging-workers'
import { aPng, chunk, type PngOptions } from '#test/png'
import { asPng, rgbaImage } from '#test/rgba-pictures'

const { pool, folder } = await openPool({ workers: 1 })
const file = join(folder, 'original.png')

/** What was measured in the original, and the pixels of its preview. */
async function measure(pixels: number) {
  const facts = await pool.measure({ file, pixels, folder, xmp: '<x/>' }, { owner: 'operator' })
  const preview = sharp(await readFile(join(folder, '320.webp'))).ensureAlpha()
  return { facts, ...(await preview.raw().toBuffer({ resolveWithObject: true })) }
}

/** The colour of the middle of the preview of a disc of #c86432. */
async function previewColour(chunks: Buffer[], options: PngOptions = {}) {
  await writeFile(file, aPng({ colour: '#c86432', ...options, chunks }))
  const { facts, data, info } = await measure(3_072)
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
  return { facts, rgb: [...data.subarray(at, at + 3)] }
}

// What Chromium 156 draws of such a disc; its speckles are darker, and the preview is compressed.
const drawn = { asStored: [200, 100, 50], linear: [229, 168, 122], adobe: [227, 100, 42], displayP3: [215, 93, 31] }

test.each<[string, keyof typeof drawn, Buffer[]]>([
  ['nothing', 'asStored', []],
  ['a gamma of 1', 'linear', [gamaChunk(1)]],
  ['a gamma of 1 / 2.2, which means sRGB', 'asStored', [gamaChunk(0.45455)]],
  ['a gamma and the primaries of Adobe RGB', 'adobe', [gamaChunk(0.45455), chrmChunk(chromaticities.adobe)]],
  ['a profile of Adobe RGB', 'adobe', [iccpChunk(rgbProfile(toXyz.adobe, 2.2))]],
  ['primaries without a gamma', 'asStored', [chrmChunk(chromaticities.adobe)]],
  ['sRGB beside a gamma of 1', 'asStored', [srgbChunk(), gamaChunk(1)]],
  ['a linear profile beside sRGB', 'linear', [srgbChunk(), iccpChunk(rgbProfile(toXyz.srgb, 1))]],
  ['a damaged profile beside a gamma of 1', 'linear', [iccpChunk(Buffer.alloc(200)), gamaChunk(1)]],
  ['a grey profile beside a gamma of 1', 'asStored', [iccpChunk(greyProfile(1)), gamaChunk(1)]],
  ['cICP of Display P3', 'displayP3', [cicpChunk(12, 13)]],
  ['linear cICP beside a profile', 'linear', [cicpChunk(1, 8), iccpChunk(rgbProfile(toXyz.adobe, 2.2))]],
  ['cICP of the video range', 'linear', [chunk('cICP', Buffer.from([1, 13, 0, 0])), gamaChunk(1)]],
])('the preview of a PNG described by %s has the colours that browsers draw', async (_, kind, chunks) => {
  for (const bitDepth of [8, 16] as const) {
    const { rgb } = await previewColour(chunks, { bitDepth })
    for (const [channel, level] of drawn[kind].entries()) expect(Math.abs(rgb[channel]! - level)).toBeLessThan(20)
  }
})

test.each<[string, PngOptions]>([
  ['grey of 2 bits', { colourType: 0, bitDepth: 2 }],
  ['grey of 16 bits', { colourType: 0, bitDepth: 16 }],
  ['grey with alpha', { colourType: 4 }],
  ['a palette', { colourType: 3, bitDepth: 4 }],
  ['colour of 16 bits, interlaced', { colourType: 2, bitDepth: 16, interlaced: true }],
])('a gamma lightens the preview and the measured colours of %s', async (_, options) => {
  const [plain, linear] = [await previewColour([], options), await previewColour([gamaChunk(1)], options)]
  expect(linear.rgb[0]! - plain.rgb[0]!).toBeGreaterThan(15)
  expect(linear.facts.colours).not.toEqual(plain.facts.colours)
  expect(linear.facts.measures.clear_share).toBe(plain.facts.measures.clear_share)
})

/** The pixels of a disc with a soft edge on clear ground, in the colours that `paint` gives, and of its preview. */
async function discAndPreview(side: number, paint: (x: number, y: number) => number[]) {
  const disc = rgbaImage(side, side, (x, y) => {
    const alpha = (side / 2 - 2 - Math.hypot(x - side / 2, y - side / 2)) * 64 + 128
    return [...paint(x, y), Math.min(Math.max(alpha, 0), 255)]
  })
  await writeFile(file, await asPng(disc))
  return { pixels: disc.pixels, preview: (await measure(side ** 2)).data }
}

test('the preview of a drawing differs by at most 2 of 255 on any ground, and its alpha not at all', async () => {
  // Red and blue side by side: lossy WebP halves the resolution of colours.
  const paint = (x: number, y: number) => (x % 9 < 4 ? [230, 20, 20] : [20, 40, 220 + (y % 4)])
  const { pixels, preview } = await discAndPreview(200, paint)
  let most = 0
  for (let at = 0; at < pixels.length; at++) {
    const alpha = pixels[at | 3]!
    if ((at & 3) === 3) expect(preview[at]).toBe(alpha)
    else most = Math.max(most, (Math.abs(preview[at]! - pixels[at]!) * alpha) / 255)
  }
  expect(most).toBeLessThanOrEqual(2)
})

test('the preview of a picture of many colours keeps its alpha, with no dark rim', async () => {
  const paint = (x: number, y: number) => [(x * 7 + y * 3) % 256, (x + y * 11) % 256, 200 + ((x * y) % 56)]
  const { pixels, preview } = await discAndPreview(300, paint)
  const alphaOf = (of: Uint8Array) => [...of].filter((_, at) => at % 4 === 3)
  expect(alphaOf(preview)).toEqual(alphaOf(pixels))
  const isSoft = (alpha: number) => alpha > 0 && alpha < 255
  const rim = [...preview].filter((_, at) => at % 4 === 2 && isSoft(pixels[at + 1]!))
  expect([rim.length > 1_000, Math.min(...rim) > 105]).toEqual([true, true])
})
