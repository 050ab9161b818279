import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { flatPng, hostilePngs } from '#test/hostile-pngs'
import { aPng } from '#test/png'
import { type ImagingPool, PoolBusy, startImagingPool } from './imaging-pool.ts'
import { licenceXmp } from './licence-xmp.ts'
import { PngValidator } from './png/png-validator.ts'
import { RejectedFile } from './rejected-file.ts'

let folder: string
let imagingPool: ImagingPool
let files = 0
const xmp = licenceXmp({ name: 'Vitrine', url: 'https://png.example' })

beforeAll(() => {
  process.env.DATABASE_URL = 'postgres://a-secret'
  imagingPool = startImagingPool({ workers: 2, maxWaiting: 100 })
})
afterAll(() => imagingPool.stop())
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

/** A job with a file of these bytes and an empty folder of its own. */
async function job(bytes: Buffer) {
  const own = await mkdtemp(join(folder, 'job-'))
  const file = join(folder, `${files++}.png`)
  await writeFile(file, bytes)
  return { file, folder: own, xmp }
}

const measured = async (bytes: Buffer, by = imagingPool) => by.measure(await job(bytes))

async function pixelsOf(file: string | Buffer) {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { ...info, at, data }
}

const large = () => flatPng({ width: 7000, height: 7000, interlaced: true })

describe('a picture', () => {
  test('is measured over all its pixels and written in three sizes, with alpha, never enlarged', async () => {
    const original = aPng({ width: 700, height: 500 })
    const here = await job(original)
    const facts = await imagingPool.measure(here)

    const alphas = (await pixelsOf(original)).data.filter((_, at) => at % 4 === 3)
    const share = (wanted: (alpha: number) => boolean) => alphas.filter(wanted).length / alphas.length
    expect(facts).toMatchObject({
      width: 700,
      height: 500,
      clear_share: share((alpha) => alpha === 0),
      soft_share: share((alpha) => alpha > 0 && alpha < 255),
      tone: 'dark',
      variants: [320, 640, 1280],
    })
    expect(facts.clear_share).toBeGreaterThan(0.5)
    expect(facts.colours[0]!.share).toBeGreaterThan(0.9)

    const sizes = await Promise.all([320, 640, 1280].map((size) => sharp(join(here.folder, `${size}.webp`)).metadata()))
    expect(sizes.map(({ width, height, hasAlpha }) => [width, height, hasAlpha])).toEqual([
      [320, 229, true],
      [640, 457, true],
      [700, 500, true],
    ])
    expect(await readdir(here.folder)).toHaveLength(3)
  })

  const forms = [
    { name: 'grey of 1 bit', colourType: 0, bitDepth: 1 },
    { name: 'grey of 16 bits', colourType: 0, bitDepth: 16 },
    { name: 'colour of 8 bits', colourType: 2, bitDepth: 8 },
    { name: 'colour of 16 bits', colourType: 2, bitDepth: 16 },
    { name: 'a palette of 2 bits', colourType: 3, bitDepth: 2 },
    { name: 'a palette of 8 bits', colourType: 3, bitDepth: 8 },
    { name: 'grey with alpha', colourType: 4, bitDepth: 8 },
    { name: 'grey with alpha of 16 bits', colourType: 4, bitDepth: 16 },
    { name: 'colour with alpha of 16 bits', colourType: 6, bitDepth: 16 },
  ] as const
  test.each(forms)('comes out as it went in: $name', async ({ colourType, bitDepth }) => {
    for (const interlaced of [false, true]) {
      const here = await job(aPng({ width: 300, height: 200, colourType, bitDepth, interlaced }))
      const { clear_share, variants } = await imagingPool.measure(here)
      const { at } = await pixelsOf(join(here.folder, '320.webp'))
      const grey = bitDepth === 1 ? 0 : 114
      const disc = colourType === 0 || colourType === 4 ? [grey, grey, grey] : [228, 87, 46]
      expect(variants).toEqual([320])
      for (const [channel, value] of disc.entries()) expect(Math.abs(at(150, 100)[channel]! - value)).toBeLessThan(26)
      expect([at(0, 0)[3], clear_share > 0.5]).toEqual(colourType === 0 || colourType === 2 ? [255, false] : [0, true])
    }
  })

  test('keeps its colours when it has a colour profile', async () => {
    const orange = { create: { width: 40, height: 40, channels: 4, background: '#e4572e' } } as const
    const facts = await measured(await sharp(orange).withIccProfile('p3').png().toBuffer())
    const [, red, green, blue] = /#(..)(..)(..)/.exec(facts.colours[0]!.hex)!.map((pair) => Number.parseInt(pair, 16))
    for (const [is, was] of [
      [red, 228],
      [green, 87],
      [blue, 46],
    ])
      expect(Math.abs(is! - was!)).toBeLessThan(4)
  })

  test('does not get its hidden colours mixed into its edges', async () => {
    const [hidden, red] = [
      [0, 255, 0, 0],
      [255, 0, 0, 255],
    ]
    const raw = Buffer.from(Array.from({ length: 901 * 60 }, (_, at) => (at % 901 < 450 ? hidden : red)).flat())
    const here = await job(
      await sharp(raw, { raw: { width: 901, height: 60, channels: 4 } })
        .png()
        .toBuffer(),
    )
    await imagingPool.measure(here)
    const { at } = await pixelsOf(join(here.folder, '320.webp'))
    const row = Array.from({ length: 320 }, (_, x) => at(x, 10)).filter(([, , , alpha]) => alpha! > 20)
    expect(row.length).toBeGreaterThan(150)
    for (const [, green] of row) expect(green).toBeLessThan(40)
  })
})

describe('a hostile file', () => {
  test.each(hostilePngs)(
    'costs less than half a second and leaves no file: $name',
    async ({ make, outcome: becomes }) => {
      const bytes = make()
      const here = await job(bytes)
      let least = Number.POSITIVE_INFINITY
      for (let run = 0; run < 3 && least > 500; run++) {
        const began = performance.now()
        expect(await verdict(bytes, here)).toBe(becomes)
        least = performance.now() - began
      }
      expect(least).toBeLessThan(500)
      if (becomes !== 'accepted') expect(await readdir(here.folder)).toEqual([])
    },
  )

  async function verdict(bytes: Buffer, here: Awaited<ReturnType<typeof job>>) {
    try {
      const walker = new PngValidator()
      walker.push(bytes)
      walker.end()
      await imagingPool.measure(here)
      return 'accepted'
    } catch (error) {
      if (error instanceof RejectedFile) return error.code
      throw error
    }
  }
})

describe('what is nobody’s fault', () => {
  test('a missing file or folder is an error, not a refusal', async () => {
    const here = await job(aPng())
    const missing = [
      { ...here, file: join(folder, 'no.png') },
      { ...here, folder: join(folder, 'no') },
    ]
    for (const wrong of missing) {
      const reason = await imagingPool.measure(wrong).catch((error) => error)
      expect([reason instanceof RejectedFile, reason.message]).toEqual([false, expect.stringContaining('ENOENT')])
    }
    const larger = { ...(await job(aPng({ width: 700 }))), folder: join(folder, 'no') }
    await expect(imagingPool.measure(larger)).rejects.toThrow('ENOENT')
  })

  test('a picture that finds the queue full is told to come back, and the others are served', async () => {
    const few = startImagingPool({ workers: 1, maxWaiting: 2 })
    const jobs = await Promise.all([1, 2, 3, 4].map((seed) => job(aPng({ seed }))))
    const served = jobs.slice(0, 3).map((each) => few.measure(each))
    expect(few.isFull()).toBe(true)
    await expect(few.measure(jobs[3]!)).rejects.toThrow(PoolBusy)
    expect(await Promise.all(served)).toHaveLength(3)
    expect(few.isFull()).toBe(false)
    await few.stop()
  })

  test('stopping fails what waits, ends what runs, and leaves no process', async () => {
    const some = startImagingPool({ workers: 1, maxWaiting: 5 })
    const jobs = await Promise.all([large(), aPng()].map(job))
    const outcomes = Promise.allSettled(jobs.map((each) => some.measure(each)))
    await some.stop()
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { message: /server is stopping/ } })
    await expect(some.measure(jobs[1]!)).rejects.toThrow('stopping')
  })

  test('idle workers do not keep a program from ending', async () => {
    const script = `import { startImagingPool } from ${JSON.stringify(new URL('./imaging-pool.ts', import.meta.url).href)}
      const facts = await startImagingPool({ workers: 1, maxWaiting: 1 }).measure(${JSON.stringify(await job(aPng()))})
      console.log(facts.width)`
    const program = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    program.stdout.on('data', (text) => (said += text))
    const clock = setTimeout(() => program.kill('SIGKILL'), 15_000)
    expect(await once(program, 'close')).toEqual([0, null])
    clearTimeout(clock)
    expect(said).toBe('64\n')
  })
})

/** Process ids of the workers of this process. */
const workers = () =>
  readFileSync(CHILDREN, 'utf8')
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('imaging-worker'))
    .map(Number)
const CHILDREN = `/proc/${process.pid}/task/${process.pid}/children`

describe.skipIf(!existsSync(CHILDREN))('a worker process', () => {
  test('that is killed in the middle of a job costs that job alone', async () => {
    const before = workers()
    const said: string[] = []
    const pool = startImagingPool({ workers: 2, maxWaiting: 10, log: (line) => said.push(line) })
    await measured(aPng(), pool)
    const [first] = workers().filter((pid) => !before.includes(pid))
    const victim = measured(large(), pool).catch((error) => error)
    await wait(700)
    const neighbours = [1, 2, 3].map((seed) => measured(aPng({ seed }), pool))
    process.kill(first!, 'SIGKILL')
    expect(await victim).toMatchObject({ name: 'Refusal', code: 'too_heavy' })
    expect(await Promise.all(neighbours)).toHaveLength(3)
    expect(said).toEqual([expect.stringContaining('SIGKILL')])
    expect(workers()).not.toContain(first)
    await pool.stop()
  })

  test('that is killed before it took the job, or while it rests, costs nothing', async () => {
    const before = workers()
    const pool = startImagingPool({ workers: 1, maxWaiting: 10 })
    const own = () => workers().filter((pid) => !before.includes(pid))[0]!
    const early = measured(aPng(), pool)
    while (!own()) await wait(5)
    process.kill(own(), 'SIGKILL')
    expect(await early).toMatchObject({ width: 64 })
    process.kill(own(), 'SIGKILL')
    await wait(100)
    expect(await measured(aPng(), pool)).toMatchObject({ width: 64 })
    await pool.stop()
  })

  test('that hangs is ended after ten seconds', async () => {
    const before = workers()
    const pool = startImagingPool({ workers: 1, maxWaiting: 10 })
    await measured(aPng(), pool)
    const victim = measured(large(), pool).catch((error) => error)
    await wait(700)
    process.kill(workers().find((pid) => !before.includes(pid))!, 'SIGSTOP')
    expect(await victim).toMatchObject({ code: 'too_heavy' })
    expect(await measured(aPng(), pool)).toMatchObject({ width: 64 })
    await pool.stop()
  }, 40_000)

  test('decodes the largest pictures one after the other within 700 MB', async () => {
    const before = workers()
    const pool = startImagingPool({ workers: 1, maxWaiting: 10 })
    for (let run = 0; run < 2; run++) expect(await measured(large(), pool)).toMatchObject({ clear_share: 1 })
    const [pid] = workers().filter((each) => !before.includes(each))
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
    expect(Number(peak) * 1024).toBeLessThan(700_000_000)
    await pool.stop()
  }, 40_000)

  test('refuses what needs more memory than it may have, and lives on', async () => {
    const before = workers()
    const pool = startImagingPool({ workers: 1, maxWaiting: 10 })
    await measured(aPng(), pool)
    const lives = workers().filter((pid) => !before.includes(pid))
    // The walker lets no such file through; this is what holds if it ever did.
    const bomb = flatPng({ width: 7071, height: 7071, bitDepth: 16, interlaced: true })
    await expect(measured(bomb, pool)).rejects.toMatchObject({ code: 'too_heavy' })
    expect(await measured(aPng(), pool)).toMatchObject({ width: 64 })
    expect(workers().filter((pid) => !before.includes(pid))).toEqual(lives)
    await pool.stop()
  })

  test('knows no secrets of the server', async () => {
    await measured(aPng())
    for (const pid of workers()) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('a-secret')
  })
})
