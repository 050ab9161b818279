import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { type ImagingPool, startImagingPool } from './imaging-pool.ts'

let folder: string
let imagingPool: ImagingPool
const logLines: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avatars-'))
  imagingPool = startImagingPool({ workers: 1, log: (line) => logLines.push(line) })
})
afterAll(async () => {
  await imagingPool.stop()
  await rm(folder, { recursive: true })
})

const file = () => join(folder, 'uploaded')
const to = () => join(folder, 'avatar.webp')

async function writeAvatar(bytes: Buffer, format: ImageFormat) {
  await rm(to(), { force: true })
  await writeFile(file(), bytes)
  await imagingPool.writeAvatar({ file: file(), format, pixels: 1e6, to: to() }, { owner: 1 })
  return sharp(await readFile(to()))
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

/** The first bytes of an encoded image. */
const beginningOf = async (image: Sharp, bytes: number) => (await image.toBuffer()).subarray(0, bytes)

/** A lossless WebP whose header claims 16,383 x 16,383 pixels: twice fourteen bits after the signature byte. */
async function webpClaimingMaxSize() {
  const bytes = await gradient(40, 30).webp({ lossless: true }).toBuffer()
  const at = bytes.indexOf('VP8L') + 9
  bytes.writeUInt32LE((bytes.readUInt32LE(at) | 0x0fffffff) >>> 0, at)
  return bytes
}

describe('an avatar', () => {
  test.each([
    ['jpeg', () => gradient(500, 300).jpeg().toBuffer()],
    ['jpeg', () => gradient(300, 500).jpeg({ progressive: true }).toBuffer()],
    ['jpeg', () => gradient(300, 500).toColourspace('cmyk').jpeg().toBuffer()],
    ['webp', () => gradient(20, 30).webp().toBuffer()],
    ['webp', () => gradient(400, 300).webp({ lossless: true }).toBuffer()],
    ['png', async () => aPng({ width: 90, height: 40, text: { Author: 'Somebody' } })],
    ['png', async () => aPng({ colourType: 3, bitDepth: 2, interlaced: true })],
  ] as const)('is a square of 256 pixels without metadata: %s', async (format, make) => {
    const { width, height, exif, xmp, icc } = await (await writeAvatar(await make(), format)).metadata()
    expect([width, height, exif, xmp, icc]).toEqual([256, 256, undefined, undefined, undefined])
  })

  test('keeps its transparency, and its colours where it has none', async () => {
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

  test.each<[string, ImageFormat, () => Promise<Buffer>]>([
    ['a JPEG of 65,500 x 65,500 pixels', 'jpeg', () => jpegClaiming(65_500, 65_500)],
    ['a JPEG of one pixel by 12,001', 'jpeg', () => jpegClaiming(1, 12_001)],
    ['a JPEG of 50,010,000 pixels', 'jpeg', () => jpegClaiming(10_002, 5_000)],
    ['a WebP of 16,383 x 16,383 pixels', 'webp', webpClaimingMaxSize],
    ['half a JPEG', 'jpeg', () => beginningOf(gradient(900, 900).jpeg(), 4000)],
    ['half a progressive JPEG', 'jpeg', () => beginningOf(gradient(900, 900).jpeg({ progressive: true }), 4000)],
    ['half a WebP', 'webp', () => beginningOf(gradient(900, 900).webp(), 400)],
    ['a PNG declared as a JPEG', 'jpeg', async () => aPng()],
    ['a JPEG declared as a PNG', 'png', () => gradient(40, 30).jpeg().toBuffer()],
    ['an SVG', 'webp', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('is refused for %s', async (_, format, make) => {
    await writeAvatar(aPng(), 'png') // a worker process is running
    const bytes = await make()
    await expect(writeAvatar(bytes, format)).rejects.toMatchObject({ name: 'RefusedFile' })
    expect([existsSync(to()), logLines]).toEqual([false, []])
  })
})

/** Process ids of the workers of this process. */
const workers = () => readFileSync(CHILDREN, 'utf8').split(' ').filter(Boolean)
const CHILDREN = `/proc/${process.pid}/task/${process.pid}/children`

test.skipIf(!existsSync(CHILDREN))(
  'a JPEG is decoded for avatars only, by a process that decodes nothing else afterwards',
  async () => {
    const jpeg = await gradient(40, 30).jpeg().toBuffer()
    await writeAvatar(aPng(), 'png')
    const before = workers()
    await writeAvatar(aPng(), 'png')
    expect(workers()).toEqual(before)
    await writeAvatar(jpeg, 'jpeg')
    await writeFile(file(), jpeg)
    await expect(
      imagingPool.measure({ file: file(), pixels: 1200, folder, xmp: '' }, { owner: 1 }),
    ).rejects.toMatchObject({ code: 'damaged' })
    expect(workers().filter((pid) => before.includes(pid))).toEqual([])
  },
)
