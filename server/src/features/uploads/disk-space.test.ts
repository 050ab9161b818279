import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { signIn } from '#test/accounts'
import { aPng } from '#test/png'
import { saveProfile } from '#test/profile'
import {
  answerOf,
  codeOf,
  createImage,
  createUser,
  multipart,
  openTestApp,
  setStatus,
  type TestApp,
  type TestUser,
  temporaryFiles,
  uploadPng,
} from '#test/test-app'

let drawn = 0
/** A picture of different bytes each time, with so many characters of metadata. */
const picture = (characters = 0) =>
  aPng({ width: 100, height: 80, text: { Comment: `${++drawn} ${'x'.repeat(characters)}` } })
const send = (testApp: TestApp, person: TestUser, png = picture()) => uploadPng(testApp, person, png)
const download = ({ app }: TestApp, { cloudflare_id }: { cloudflare_id: string }, query = '') =>
  app.inject(`/api/v1/images/download/${cloudflare_id}/${query}`)
const message = 'There is no room for new pictures at the moment. Please try again later.'
const diskFull = { code: 'disk_full', message }

describe('with less free disk than the floor', async () => {
  const roomy = await openTestApp()
  const { databaseUrl, folder } = roomy
  const [ada, admin] = [await createUser(roomy), await createUser(roomy, 'admin')]
  const kite = await createImage(roomy, ada, { png: picture(), title: 'Kite' }, admin)
  const drum = await createImage(roomy, ada, { png: picture(), title: 'Drum' })
  await download(roomy, kite, '?format=webp')
  const full = await openTestApp({ DATABASE_URL: databaseUrl, DATA_DIR: folder, FREE_DISK_MB: '1000000000' })

  test('an upload is answered 507 before its body is read, and a new avatar, not the rest of a profile', async () => {
    const { headers } = multipart([], ada.headers)
    const url = '/api/v1/images/upload/'
    const answer = await full.app.inject({ method: 'POST', url, headers, payload: 'no form' })
    expect(answerOf(answer)).toEqual([507, diskFull])
    expect(answerOf(await saveProfile(full, ada, {}, picture()))).toEqual([507, diskFull])
    const named = await saveProfile(full, ada)
    expect([named.statusCode, named.json().user.first_name]).toEqual([200, 'Ada'])
  })

  test('a derivative is refused; what exists is sent, and searching, signing in and reviewing go on', async () => {
    expect(answerOf(await download(full, kite, '?format=png'))).toEqual([507, diskFull])
    expect((await download(full, kite, '?format=webp')).statusCode).toBe(200)
    expect((await download(full, kite)).statusCode).toBe(200)
    expect((await full.app.inject('/api/v1/images/approved/?title=kite')).json().count).toBe(1)
    expect((await signIn(full, ada.email)).statusCode).toBe(200)
    expect((await setStatus(full, admin, [drum.id], 'approved')).statusCode).toBe(200)
  })
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** A disk of its own of so many MB, which only root can mount; for a `describe`, after whose tests it leaves. */
function mountDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  afterAll(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  const ballast = join(folder, 'ballast')
  const empty = () => rm(ballast, { force: true })
  return {
    folder,
    empty,
    /** Fills the disk up to so many free bytes. */
    async fill(free: number) {
      await empty()
      const { bavail, bsize } = await statfs(folder)
      await writeFile(ballast, Buffer.alloc(bavail * bsize - free))
    },
  }
}

describe.runIf(isRoot)('a disk that fills up and is freed', async () => {
  if (!isRoot) return
  const disk = mountDisk(32)
  const testApp = await openTestApp({ DATA_DIR: disk.folder, FREE_DISK_MB: '8' })

  test('is reported by one line each, and uploads are taken again', async () => {
    const [warn, info] = [vi.spyOn(testApp.app.log, 'warn'), vi.spyOn(testApp.app.log, 'info')]
    const logged = () => [...warn.mock.calls, ...info.mock.calls].map((call) => String(call[1]))
    const lines = () => logged().filter((line) => line.startsWith('the disk')) // others tell of slow statements
    const ada = await createUser(testApp)
    const statusOfUpload = async () => (await send(testApp, ada)).statusCode
    expect(await statusOfUpload()).toBe(201)
    await disk.fill(4e6)
    await expect.poll(statusOfUpload).toBe(507)
    expect(await statusOfUpload()).toBe(507)
    await disk.empty()
    await expect.poll(statusOfUpload).toBe(201)
    expect(lines()).toEqual([
      'the disk is nearly full: new files are refused',
      'the disk has room again: new files are taken',
    ])
  })
})

describe.runIf(isRoot)('a disk that is full while a file is written', async () => {
  if (!isRoot) return
  const disk = mountDisk(32)
  const testApp = await openTestApp({ DATA_DIR: disk.folder, FREE_DISK_MB: '0' })

  test('answers 507, keeps nothing of the file, and takes it once freed', async () => {
    const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
    const kite = await createImage(testApp, ada, { png: picture(), title: 'Kite' }, admin)
    const stored = async () => new Set(await Array.fromAsync(testApp.store.list('')))
    const before = await stored()
    const png = picture(500_000)
    await disk.fill(200_000)
    expect(answerOf(await send(testApp, ada, png))).toEqual([507, diskFull])
    expect(await temporaryFiles(testApp)).toEqual([])
    expect(await stored()).toEqual(before)
    await disk.fill(0)
    expect(answerOf(await download(testApp, kite, '?format=png'))).toEqual([507, diskFull])
    expect((await download(testApp, kite)).statusCode).toBe(200)
    await disk.empty()
    expect((await send(testApp, ada, png)).statusCode).toBe(201)
    expect((await download(testApp, kite, '?format=png')).statusCode).toBe(200)
  })
})

describe('a folder of files in which nothing can be stored', async () => {
  const testApp = await openTestApp()
  const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const kite = await createImage(testApp, ada, { png: picture(), title: 'Kite' }, admin)
  const temporary = join(testApp.folder, 'files/tmp')

  test.each([
    ['is no folder', () => writeFile(temporary, '')],
    ['is gone', async () => {}],
  ])('answers uploads 503 where it %s, sends what is there, and is reported by one line each', async (_, replace) => {
    const logs = (['warn', 'error', 'info'] as const).map((level) => vi.spyOn(testApp.app.log, level).mockReset())
    await rename(temporary, `${temporary}-away`)
    await replace()
    for (let tries = 0; tries < 2; tries++) expect(codeOf(await send(testApp, ada))).toEqual([503, 'unavailable'])
    expect((await download(testApp, kite, '?format=png')).statusCode).toBe(503)
    expect((await download(testApp, kite)).statusCode).toBe(200)
    await rm(temporary, { force: true })
    await rename(`${temporary}-away`, temporary)
    expect((await send(testApp, ada)).statusCode).toBe(201)
    const lines = logs.flatMap(({ mock }) => mock.calls).map((call) => String(call[1] ?? call[0]))
    expect(lines.filter((line) => !line.startsWith('slow'))).toEqual([
      'Files cannot be stored; calls that store some are answered with 503',
      'Files can be stored again',
    ])
  })
})
