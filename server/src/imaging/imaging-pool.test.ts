import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { flatPng, hostilePngs } from '#test/hostile-pngs'
import { hasWorkerList, limitedWorker, openPool, startedWorkers, untilComputing, workers } from '#test/imaging-workers'
import { aPng } from '#test/png'
import { startImagingPool } from './imaging-pool.ts'
import { RefusedFile } from './refused-file.ts'

vi.stubEnv('DATABASE_URL', 'postgres://a-secret')
afterAll(() => void vi.unstubAllEnvs())
const { pool: imagingPool, folder, job, measure: measureBytes } = await openPool({ workers: 2 })
const operator = { owner: 'operator' } as const

afterEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
})

async function pixelsOf(file: string | Buffer) {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { ...info, at, data }
}

const large = flatPng({ width: 7000, height: 7000, interlaced: true })

test('an image is measured over all pixels and written in three sizes, with alpha, never enlarged', async () => {
  const original = aPng({ width: 700, height: 500 })
  const input = await job(original)
  const facts = await imagingPool.measure(input, operator)

  const alphas = (await pixelsOf(original)).data.filter((_, at) => at % 4 === 3)
  const ratio = (predicate: (alpha: number) => boolean) => alphas.filter(predicate).length / alphas.length
  const soft_share = ratio((alpha) => alpha > 12 && alpha < 250)
  const measures = { clear_share: ratio((alpha) => alpha <= 12), soft_share }
  expect(facts).toMatchObject({ width: 700, height: 500, measures, previews: [320, 640, 1280] })
  expect(facts.measures.clear_share).toBeGreaterThan(0.5)
  expect(facts.colours[0]!.share).toBeGreaterThan(0.9)

  const written = facts.previews.map((size) => sharp(join(input.folder, `${size}.webp`)).metadata())
  const sizes = await Promise.all(written)
  expect(sizes.map(({ width, height, hasAlpha }) => [width, height, hasAlpha])).toEqual([
    [320, 229, true],
    [640, 457, true],
    [700, 500, true],
  ])
  expect(await readdir(input.folder)).toHaveLength(3)
})

const depths = { 0: [1, 16], 2: [8, 16], 3: [2, 8], 4: [8, 16], 6: [16] } as const
const forms = Object.entries(depths).flatMap(([type, bits]) => bits.map((depth) => [Number(type) as 0, depth] as const))
test.each(forms)('a PNG of type %i with %i bits keeps its colours and transparency', async (colourType, bitDepth) => {
  for (const interlaced of [false, true]) {
    const input = await job(aPng({ width: 300, height: 200, colourType, bitDepth, interlaced }))
    const { measures, previews } = await imagingPool.measure(input, operator)
    const { at } = await pixelsOf(join(input.folder, '320.webp'))
    expect(previews).toEqual([320])
    for (const [channel, value] of discOf(colourType, bitDepth).entries())
      expect(Math.abs(at(150, 100)[channel]! - value)).toBeLessThan(26)
    expect([at(0, 0)[3], measures.clear_share > 0.5]).toEqual([0, 2].includes(colourType) ? [255, false] : [0, true])
  }
})

test('an image does not bleed hidden colours into its edges', async () => {
  const hidden = [0, 255, 0, 0]
  const red = [255, 0, 0, 255]
  const raw = Buffer.from(Array.from({ length: 901 * 60 }, (_, at) => (at % 901 < 450 ? hidden : red)).flat())
  const encoded = sharp(raw, { raw: { width: 901, height: 60, channels: 4 } }).png()
  const input = await job(await encoded.toBuffer())
  await imagingPool.measure(input, operator)
  const { at } = await pixelsOf(join(input.folder, '320.webp'))
  const row = Array.from({ length: 320 }, (_, x) => at(x, 10)).filter(([, , , alpha]) => alpha! > 20)
  expect(row.length).toBeGreaterThan(150)
  for (const [, green] of row) expect(green).toBeLessThan(40)
})

const names = [
  'pixels that are no deflate stream',
  'a filter that does not exist',
  'PHP in the pixels',
  'a colour profile of 512 MiB inflated',
  'XMP that grows when its entities are expanded',
]

test.each(hostilePngs.filter(({ name }) => names.includes(name)))(
  'a hostile file that the validator accepts is judged by its pixels, and leaves no file: $name',
  async ({ make, outcome }) => {
    const input = await job(make())
    const measured = imagingPool.measure(input, operator)
    if (outcome === 'accepted') return void (await measured)
    await expect(measured).rejects.toMatchObject({ code: outcome })
    expect(await readdir(input.folder)).toEqual([])
  },
)

test('a missing file or folder is an error, not a rejected file', async () => {
  const input = await job(aPng())
  const larger = await job(aPng({ width: 700 }))
  const missing = [
    { ...input, file: join(folder, 'no.png') },
    ...[input, larger].map((one) => ({ ...one, folder: join(folder, 'no') })),
  ]
  for (const wrong of missing) {
    const reason = await imagingPool.measure(wrong, operator).catch((error) => error)
    expect([reason instanceof RefusedFile, reason.message]).toEqual([false, expect.stringContaining('ENOENT')])
  }
})

test('stopping rejects queued and running jobs and leaves no process', async () => {
  const some = startImagingPool({ workers: 1 })
  const jobs = await Promise.all([large, aPng()].map(job))
  const outcomes = Promise.allSettled(jobs.map((each) => some.measure(each, operator)))
  await some.stop()
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { message: /server is stopping/ } })
  await expect(some.measure(jobs[1]!, operator)).rejects.toThrow('stopping')
})

describe.skipIf(!hasWorkerList)('a worker process', () => {
  test('that is killed during a job fails that job alone', async () => {
    const started = startedWorkers()
    const logLines: string[] = []
    const pool = startImagingPool({ workers: 2, log: (line) => logLines.push(line) })
    await measureBytes(aPng(), pool)
    const [first] = started()
    const victim = measureBytes(large, pool).catch((error) => error)
    await untilComputing(first!)
    const neighbours = [1, 2, 3].map((seed) => measureBytes(aPng({ seed }), pool))
    process.kill(first!, 'SIGKILL')
    expect(await victim).toMatchObject({ name: 'RefusedFile', code: 'too_heavy' })
    expect(await Promise.all(neighbours)).toHaveLength(3)
    expect(logLines).toEqual([expect.stringMatching(/SIGKILL|137/)])
    expect(workers()).not.toContain(first)
    await pool.stop()
  })

  test('that takes longer than its limit is killed, and its picture refused', async () => {
    const started = startedWorkers()
    const pool = startImagingPool({ workers: 1, startWorker: () => limitedWorker(1) })
    await expect(measureBytes(large, pool)).rejects.toMatchObject({ code: 'too_heavy' })
    await expect.poll(started).toEqual([])
    await pool.stop()
  })

  test('rejects an image that exceeds the memory limit, and survives it', async () => {
    const started = startedWorkers()
    const pool = startImagingPool({ workers: 1 })
    await measureBytes(aPng(), pool)
    const running = started()
    // PngValidator rejects such a file; the memory limit is the second line of defence.
    const bomb = flatPng({ width: 7071, height: 7071, bitDepth: 16, interlaced: true })
    await expect(measureBytes(bomb, pool)).rejects.toMatchObject({ code: 'too_heavy' })
    expect(await measureBytes(aPng(), pool)).toMatchObject({ width: 64 })
    expect(started()).toEqual(running)
    await pool.stop()
  })

  test('does not inherit the server’s secrets', async () => {
    await measureBytes(aPng())
    for (const pid of workers()) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('a-secret')
  })
})

/** Red, green and blue of the disc that test pictures show. */
function discOf(colourType: number, bitDepth: number): number[] {
  const grey = bitDepth === 1 ? 0 : 114
  return colourType === 0 || colourType === 4 ? [grey, grey, grey] : [228, 87, 46]
}
