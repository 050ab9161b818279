import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { startImagingPool } from '../imaging-pool.ts'

const folder = await mkdtemp(join(tmpdir(), 'images-'))
afterAll(() => rm(folder, { recursive: true }))

/** Linux alone lists the children of a process. */
const list = `/proc/${process.pid}/task/${process.pid}/children`
const children = () => readFileSync(list, 'utf8').split(' ').filter(Boolean)

test.skipIf(!existsSync(list))('a worker without work leaves, and the next image is decoded by another', async () => {
  const before = children()
  const logLines: string[] = []
  const pool = startImagingPool({ workers: 2, idleMs: 100, log: (line) => logLines.push(line) })
  for (const seed of [60, 61]) {
    const file = join(folder, `${seed}.png`)
    await writeFile(file, aPng({ seed }))
    const job = { file, pixels: 64 * 48, folder, xmp: '<x/>' }
    expect(await pool.measure(job, { owner: 'operator' })).toMatchObject({ width: 64 })
    await expect.poll(() => children().filter((pid) => !before.includes(pid)), { timeout: 10_000 }).toEqual([])
  }
  expect(logLines).toEqual([])
  await pool.stop()
})
