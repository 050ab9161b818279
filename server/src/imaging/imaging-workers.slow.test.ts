import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { flatPng } from '#test/hostile-pngs'
import { computed, hasWorkerList, limitedWorker, openPool, startedWorkers, untilComputing } from '#test/imaging-workers'
import { aPng } from '#test/png'
import { startImagingPool } from './imaging-pool.ts'

const { measure: measureBytes } = await openPool({ workers: 1 })

describe.skipIf(!hasWorkerList)('a worker process', () => {
  test('that is killed before it starts the job, or while idle, fails no job', async () => {
    const started = startedWorkers()
    const pool = startImagingPool({ workers: 1 })
    const early = measureBytes(aPng(), pool)
    await expect.poll(started, { interval: 5 }).toHaveLength(1)
    process.kill(started()[0]!, 'SIGKILL')
    expect(await early).toMatchObject({ width: 64 })
    const [idle] = started()
    process.kill(idle!, 'SIGKILL')
    await expect.poll(started).not.toContain(idle)
    expect(await measureBytes(aPng(), pool)).toMatchObject({ width: 64 })
    await pool.stop()
  })

  const sixteenMegapixels = flatPng({ width: 4000, height: 4000, interlaced: true }) // half a second of computing

  /** Starts a job under this limit, and stops its process in the middle. */
  async function stoppedJob(limitMs: number) {
    const started = startedWorkers()
    const pool = startImagingPool({ workers: 1, startWorker: () => limitedWorker(limitMs) })
    onTestFinished(() => pool.stop())
    await measureBytes(aPng(), pool)
    const [pid] = started()
    const result = measureBytes(sixteenMegapixels, pool)
    await untilComputing(pid!)
    process.kill(pid!, 'SIGSTOP')
    return { result, resume: () => process.kill(pid!, 'SIGCONT') }
  }

  test('that waits longer than its limit for a processor is waited for', async () => {
    const { result, resume } = await stoppedJob(3_000)
    const neighbour = startedWorkers()
    const pool = startImagingPool({ workers: 1 })
    onTestFinished(() => pool.stop())
    do await measureBytes(sixteenMegapixels, pool)
    while (computed(neighbour()[0]!) < 300) // three seconds
    resume()
    expect(await result).toMatchObject({ width: 4000 })
  }, 30_000)

  test('that hangs without computing is killed after a few times its limit', async () => {
    const { result } = await stoppedJob(1_000)
    await expect(result).rejects.toMatchObject({ code: 'too_heavy' })
  }, 30_000)

  test('without work leaves, and the next image is decoded by another', async () => {
    const started = startedWorkers()
    const logLines: string[] = []
    const pool = startImagingPool({ workers: 2, idleMs: 100, log: (line) => logLines.push(line) })
    for (const seed of [60, 61]) {
      expect(await measureBytes(aPng({ seed }), pool)).toMatchObject({ width: 64 })
      await expect.poll(started).toEqual([])
    }
    expect(logLines).toEqual([])
    await pool.stop()
  })

  test('decodes the largest images one after the other within 700 MB', async () => {
    const started = startedWorkers()
    const pool = startImagingPool({ workers: 1, startWorker: () => limitedWorker(60_000) })
    const largest = flatPng({ width: 7000, height: 7000, interlaced: true })
    for (let run = 0; run < 2; run++)
      expect(await measureBytes(largest, pool)).toMatchObject({ measures: { clear_share: 1 } })
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${started()[0]}/status`, 'utf8'))![1]
    expect(Number(peak) * 1024).toBeLessThan(700_000_000)
    await pool.stop()
  })
})
