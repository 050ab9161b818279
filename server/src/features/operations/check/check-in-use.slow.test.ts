import { afterAll, describe, expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { openCheckedLibrary } from '#test/checked-library'
import { runVitrine } from '#test/command-line'
import { aPng } from '#test/png'
import { startS3 } from '#test/s3-server'
import { fileFaults, isSaid, seedFaults } from '#test/seeded-faults'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, hashOf, openAppWithPeople, setStatus } from '#test/test-app'

describe('on the command line', async () => {
  const { testApp, app, store, ada, admin } = await openAppWithPeople()
  const settings = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
  const check = (...options: string[]) => runVitrine(['check', ...options], settings)
  let seed = 1
  const add = () => createImage(testApp, ada, { png: aPng({ seed: seed++ }), title: `Kettle ${seed}` }, admin)
  const folder = await temporaryFolder()

  test('what happens while it looks is no finding', async () => {
    let hasEnded = false
    const work = async () => {
      for (let n = 0; !hasEnded || n < 5; n++) {
        const { id, cloudflare_id } = await add()
        await app.inject(`/api/v1/images/download/${cloudflare_id}/?format=webp`)
        await app.inject(`/api/v1/images/download/${cloudflare_id}/`)
        const payload = { title: `Teapot ${n}`, keywords: 'stone' }
        await app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers: admin.headers, payload })
        if (n % 3 === 0) await setStatus(testApp, admin, [id], 'rejected')
        if (n % 3 === 1)
          await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${id}/`, headers: ada.headers })
      }
    }
    const working = Promise.all([work(), work()])
    const { out, errors, code } = await check()
    hasEnded = true
    await working
    const faults = out.split('\n').filter((line) => line.startsWith('FAULT'))
    expect({ errors, code, faults }).toEqual({ errors: '', code: 0, faults: [] })
    expect(out).toContain('Nothing is wrong.')
  }, 120_000)

  test('a lost original is named with its owner and comes back from a backup', async () => {
    const { id } = await add()
    await runVitrine(['backup', folder], settings)
    const key = originalKey(await hashOf(testApp, { id }))
    await store.remove(key)
    const found = await check('--from', folder)
    expect(found.code).toBe(1)
    expect(found.out).toMatch(
      new RegExp(`FAULT   Files: The original of image ${id} \\(.*, of ${ada.username}\\) is missing`),
    )
    expect(found.out).toContain('1 of them can be mended: run check --repair')
    const mended = await check('--repair', '--from', folder)
    expect(mended).toMatchObject({ code: 0, out: expect.stringContaining('It is copied from the backups.') })
    expect(await store.size(key)).not.toBeNull()
  }, 240_000)
})

describe('in a bucket', async () => {
  const s3 = await startS3()
  afterAll(s3.stop)
  const library = await openCheckedLibrary(14, s3.settings)

  test('faults of files are found, and those that can be are mended', async () => {
    expect((await library.check()).lines).toEqual([])
    const seeded = await seedFaults(library, fileFaults)
    const { lines } = await library.check({ isRepair: true })
    expect(seeded.filter((fault) => !isSaid(fault, lines))).toEqual([])
    const unmendable = seeded.filter(({ isMendable }) => !isMendable)
    const left = (await library.check()).lines
    expect(left).toHaveLength(unmendable.length)
    expect(unmendable.filter((fault) => !isSaid(fault, left))).toEqual([])
  }, 180_000)
})
