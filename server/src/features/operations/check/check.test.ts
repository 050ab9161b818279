import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { originalKey, previewKey } from '#features/images/storage-keys'
import { sniffFile } from '#imaging/formats'
import type { ImagingPool } from '#imaging/imaging-pool'
import { withConnection } from '#kit/database/connection'
import type { Store } from '#kit/storage/store'
import { openCheckedLibrary } from '#test/checked-library'
import { untilWaiting } from '#test/interrupted-requests'
import { aPng, sha256Of } from '#test/png'
import { fileFaults, isSaid, rowFaults, seedFaults } from '#test/seeded-faults'
import { createImage } from '#test/test-app'
import { check } from './check-command.ts'
import type { CheckContext } from './inspections.ts'

const library = await openCheckedLibrary(36)
const { testApp, bob } = library
const { db, backgroundDb, store } = testApp

// In this order, because what cannot be mended stays.
describe('an inspection', { shuffle: false }, () => {
  /** What the command prints, with its last lines of progress, and the error in which it ends. */
  async function commandOutput(changes: Partial<CheckContext> = {}) {
    const printed: string[] = []
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(`${text}`.trimEnd()) > 0),
      vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line)),
    ]
    const error = await check.run({ ...library.context, ...changes }, { quick: true }, []).then(() => '', String)
    for (const spy of spies) spy.mockRestore()
    return { printed, error }
  }

  test('tells what it has seen, what it could not look at, and how many faults it found', async () => {
    const { printed: sound } = await commandOutput()
    const counts = sound.map((line) => /^Store .* ([\d,]+) of ([\d,]+), /.exec(line)).filter((match) => match !== null)
    expect(counts.map(([, seen, all]) => seen === all)).toEqual([true])
    expect(sound.at(-1)).toBe('Nothing is wrong.')
    const away: Store = { ...store, size: () => Promise.reject(new Error('The disk is away.')) }
    const { printed: unseen, error } = await commandOutput({ store: away })
    expect(unseen.at(-1)).toBe('Nothing is wrong in what could be looked at.')
    expect(error).toMatch(/Not looked at: .*Derivatives/)
    await library.corrupt(`update storage_use set bytes = bytes + 1 where owner_id = ${bob.id}`)
    const { printed: faulty } = await commandOutput()
    await library.corrupt(`update storage_use set bytes = bytes - 1 where owner_id = ${bob.id}`)
    expect(faulty.at(-1)).toBe('1 fault, 1 of them can be mended: run check --repair.')
  })

  const lines = async () => (await library.check({ isQuick: true })).lines

  test('finds nothing wrong in a sound library, nor a derivative that leaves before its bytes are read', async () => {
    const { key } = await db.selectFrom('derivative').select('key').limit(1).executeTakeFirstOrThrow()
    const removing: Store = {
      ...store,
      async size(one) {
        const size = await store.size(one)
        if (one === key) await store.remove(key)
        return size
      },
    }
    // A worker has the decoder of one format.
    const write: ImagingPool['write'] = async (job, requester) => {
      if ('decode' in job) expect(await sniffFile(job.decode.file)).toBe(job.decode.format)
      return testApp.imagingPool.write(job, requester)
    }
    const imagingPool = { ...testApp.imagingPool, write }
    expect(await library.check({ store: removing, imagingPool })).toMatchObject({ lines: [], failed: [] })
    await db.deleteFrom('derivative').where('key', '=', key).execute()
  })

  test('an index that is being built is no fault', async () => {
    let building: Promise<unknown> | undefined
    await withConnection({ connectionString: testApp.databaseUrl }, async (client) => {
      await client.query('begin; lock table trending in row exclusive mode')
      building = sql`create index concurrently is_being_built on trending (version)`.execute(backgroundDb)
      const unfinished = sql`select from pg_index where not indisvalid`
      await expect.poll(async () => (await unfinished.execute(db)).rows).toHaveLength(1)
      expect(await lines()).toEqual([])
    })
    await building
  })

  test('all wrong counts of one kind are written under one lock of their table', async () => {
    await library.corrupt('update word set uses = uses + 1; update keyword set uses = uses + 1')
    await library.corrupt('update storage_use set bytes = 1')
    const locks: string[] = []
    const recording: KyselyPlugin = {
      transformQuery({ node }) {
        const table = /lock table.*"name":"(\w+)"/.exec(JSON.stringify(node))?.[1]
        if (table) locks.push(table)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const quickRepair = { isRepair: true, isQuick: true, backgroundDb: backgroundDb.withPlugin(recording) }
    const { mended, left } = await library.check(quickRepair)
    expect([mended > 20, left]).toEqual([true, 0])
    expect(locks.sort()).toEqual(['keyword', 'storage_use', 'word'])
    expect(await lines()).toEqual([])
  })

  test('posting lists whose changes processes do not learn of are wrong', async () => {
    await library.corrupt(`
      update posting_list set version = 1 where term = 'o1'; delete from posting_list where term = 'all'`)
    expect(await lines()).toEqual([expect.stringMatching(/ 2 posting lists of segment 0 .*: (all, o1|o1, all)\./)])
    await library.check({ isRepair: true, isQuick: true })
    expect(await lines()).toEqual([])
  })

  test('a stray file is not moved while the same bytes are uploaded', async () => {
    const png = aPng({ seed: 4711 })
    const key = originalKey(sha256Of(png))
    const workspace = await store.createWorkspace()
    const file = join(workspace.folder, 'file')
    await writeFile(file, png)
    await store.put(file, key)
    await workspace[Symbol.asyncDispose]()
    let uploading: ReturnType<typeof createImage> | undefined
    const slow: Store = {
      ...store,
      async remove(one) {
        uploading ??= createImage(testApp, bob, { png, title: 'The same bytes' })
        await Promise.race([uploading, untilWaiting(db, 1)]) // it is ready, or waits for the repair
        await store.remove(one)
      },
    }
    const repaired = await library.check({ isRepair: true, isQuick: true, store: slow })
    expect(repaired.lines).toEqual([expect.stringContaining('mended')])
    expect((await uploading)?.status).toBe('pending')
    expect(await store.size(key)).not.toBeNull()
    expect(await lines()).toEqual([])
  })

  test('of rows and sizes alone finds what is missing, and reads no file', async () => {
    const teapot = db.selectFrom('images').select('sha256').where('title', '=', 'Pending teapot')
    const { sha256 } = await teapot.executeTakeFirstOrThrow()
    await store.remove(previewKey(sha256, 320, 2))
    const unread: Store = {
      ...store,
      read() {
        throw new Error('a file is read')
      },
    }
    const { lines, failed } = await library.check({ isQuick: true, store: unread })
    expect([lines, failed]).toEqual([[expect.stringContaining(sha256)], []])
    expect(await library.check({ isRepair: true, isQuick: true })).toMatchObject({ left: 0 })
  })

  test('finds faults of all kinds, and mends those that can be, however often one repairs', async () => {
    const seeded = await seedFaults(library, [...fileFaults, ...rowFaults])
    const found = await library.check()
    expect(seeded.filter((fault) => !isSaid(fault, found.lines))).toEqual([])
    expect(found).toMatchObject({ failed: [], mended: 0, left: found.lines.length })

    const repaired = await library.check({ isRepair: true })
    const left = repaired.lines.filter((line) => line.startsWith('FAULT'))
    const unmendable = seeded.filter(({ isMendable }) => !isMendable)
    expect(left).toHaveLength(unmendable.length)
    expect(unmendable.filter((fault) => !isSaid(fault, left))).toEqual([])
    expect(left.join()).toContain('check --repair --from <folder of the backups>')

    expect(await library.check({ isRepair: true })).toMatchObject({ lines: left, mended: 0 })
  }, 180_000)
})
