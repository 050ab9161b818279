import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flatPng } from '#test/hostile-pngs'
import { hasWorkerList, openPool, startedWorkers, workerWithLimit } from '#test/imaging-workers'

const started = startedWorkers()
const { pool, folder } = await openPool({ workers: 1, startWorker: () => workerWithLimit(60_000) })

test.skipIf(!hasWorkerList)('a worker decodes the largest images one after the other within 700 MB', async () => {
  const file = join(folder, 'large.png')
  await writeFile(file, flatPng({ width: 7000, height: 7000, interlaced: true }))
  for (let run = 0; run < 2; run++)
    expect(await pool.measure({ file, pixels: 49e6, folder, xmp: '<x/>' }, { owner: 'operator' })).toMatchObject({
      measures: { clear_share: 1 },
    })
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${started()[0]}/status`, 'utf8'))![1]
  expect(Number(peak) * 1024).toBeLessThan(700_000_000)
})
