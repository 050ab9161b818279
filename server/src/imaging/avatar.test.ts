import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { hasWorkerList, openPool, startedWorkers } from '#test/imaging-workers'
import { aPng } from '#test/png'

const logLines: string[] = []
const started = startedWorkers()
const { pool, folder } = await openPool({ workers: 1, log: (line) => logLines.push(line) })
const [file, to] = [join(folder, 'uploaded'), join(folder, 'avatar.webp')]

async function writeAvatar(bytes: Buffer, format: ImageFormat) {
  await rm(to, { force: true })
  await writeFile(file, bytes)
  await pool.write({ avatar: { file, format, pixels: 1e6, to } }, { owner: 1 })
  return sharp(await readFile(to))
}

const gradient = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e4572e' } }).linear([1, 0.5, 1], [0, 40, 0])

/** A JPEG whose frame header (marker, length, precision, height, width) claims this size. */
async function jpegClaiming(width: number, height: number) {
  const bytes = await gradient(40, 30).jpeg().toBuffer()
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}

const beginningOf = async (image: Sharp, bytes: number) => (await image.toBuffer()).subarray(0, bytes)

/** A lossless WebP whose header claims 16,383 x 16,383 pixels: twice fourteen bits after the signature byte. */
async function webpClaimingMaxSize() {
  const bytes = await gradient(40, 30).webp({ lossless: true }).toBuffer()
  const at = bytes.indexOf('VP8L') + 9
  bytes.writeUInt32LE((bytes.readUInt32LE(at) | 0x0fffffff) >>> 0, at)
  return bytes
}

const ofPhone = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }

test.each([
  ['jpeg', () => gradient(300, 500).withExif(ofPhone).jpeg({ progressive: true }).toBuffer()],
  ['jpeg', () => gradient(300, 500).toColourspace('cmyk').jpeg().toBuffer()],
  ['webp', () => gradient(400, 300).webp({ lossless: true }).toBuffer()],
  ['png', async () => aPng({ width: 90, height: 40, text: { Author: 'Somebody' } })],
  ['png', async () => aPng({ colourType: 3, bitDepth: 2, interlaced: true })],
] as const)('an avatar is a square of 256 pixels without metadata: %s', async (format, make) => {
  const { width, height, exif, xmp, icc } = await (await writeAvatar(await make(), format)).metadata()
  expect([width, height, exif, xmp, icc]).toEqual([256, 256, undefined, undefined, undefined])
})

test('an avatar keeps its transparency, and its colours where it has none', async () => {
  const square = await writeAvatar(aPng({ width: 300, height: 300 }), 'png')
  const { data, info } = await square.raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)]
  expect(at(2, 2)[3]).toBe(0)
  expect(at(128, 128)[3]).toBe(255)
  const photo = await writeAvatar(await gradient(300, 200).jpeg({ quality: 95 }).toBuffer(), 'jpeg')
  const { channels } = await photo.stats()
  for (const [channel, mean] of [228, 84, 46].entries())
    expect(Math.abs(channels[channel]!.mean - mean)).toBeLessThan(6)
})

test('an avatar of a turned phone stands upright', async () => {
  const blue = { create: { width: 100, height: 200, channels: 3 as const, background: '#0000ff' } }
  const halves = sharp({ create: { ...blue.create, width: 200, background: '#ff0000' } })
    .composite([{ input: blue, left: 100, top: 0 }])
    .withMetadata({ orientation: 6 }) // its left side is the upper one
  const { data } = await (await writeAvatar(await halves.jpeg().toBuffer(), 'jpeg'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isRed = (x: number, y: number) => data[(y * 256 + x) * 3]! > 128
  expect([isRed(255, 0), isRed(0, 255)]).toEqual([true, false])
})

test.each<[string, ImageFormat, () => Promise<Buffer>]>([
  ['a JPEG of one pixel by 12,001', 'jpeg', () => jpegClaiming(1, 12_001)],
  ['a JPEG of 50,010,000 pixels', 'jpeg', () => jpegClaiming(10_002, 5_000)],
  ['a WebP of 16,383 x 16,383 pixels', 'webp', webpClaimingMaxSize],
  ['half a progressive JPEG', 'jpeg', () => beginningOf(gradient(900, 900).jpeg({ progressive: true }), 4000)],
  ['half a WebP', 'webp', () => beginningOf(gradient(900, 900).webp(), 400)],
  ['a PNG declared as a JPEG', 'jpeg', async () => aPng()],
  ['a JPEG declared as a PNG', 'png', () => gradient(40, 30).jpeg().toBuffer()],
  ['an SVG', 'webp', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
])('an avatar is refused for %s', async (_, format, make) => {
  const bytes = await make()
  await expect(writeAvatar(bytes, format)).rejects.toMatchObject({ name: 'RefusedFile' })
  expect([existsSync(to), logLines]).toEqual([false, []])
})

test.skipIf(!hasWorkerList)('a JPEG is decoded for avatars only, by a process that decodes nothing else', async () => {
  const jpeg = await gradient(40, 30).jpeg().toBuffer()
  await writeAvatar(aPng(), 'png')
  const before = started()
  await writeAvatar(aPng(), 'png')
  expect(started()).toEqual(before)
  await writeAvatar(jpeg, 'jpeg')
  await writeFile(file, jpeg)
  const measured = pool.measure({ file, pixels: 1200, folder, xmp: '' }, { owner: 1 })
  await expect(measured).rejects.toMatchObject({ code: 'damaged' })
  expect(started().filter((pid) => before.includes(pid))).toEqual([])
})
