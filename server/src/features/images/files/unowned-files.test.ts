import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepImageFiles } from '#features/images/files-of-images.sql'
import { originalKey, sharedKeys } from '#features/images/storage-keys'
import { untilWaiting } from '#test/interrupted-requests'
import { aNewPng, sha256Of } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'
import {
  enqueueFileRemoval,
  giveUpFiles,
  type RecordedFiles,
  recordStoring,
  removeNextFile,
  retryFileLater,
  whileNotStored,
} from './unowned-files.sql.ts'

const { testApp, db, backgroundDb, ada } = await openAppWithPeople({ ROLES: 'web' })

/** Bytes whose image has left for good, and of which the row in `file` is still there. */
async function purgedBytes(): Promise<string> {
  await db.deleteFrom('unowned_file').execute()
  const png = aNewPng()
  const { id } = await createImage(testApp, ada, { png, title: 'Gone' })
  await db.deleteFrom('images').where('id', '=', id).execute()
  return sha256Of(png)
}

const record = (sha256: string, process: string) => recordStoring(db, sharedKeys(sha256), sha256, process)
const keep = (sha256: string, recorded: RecordedFiles) =>
  db.transaction().execute((transaction) => keepImageFiles(transaction, sha256, recorded))
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    () => 'failed',
  )
async function removeAll(): Promise<string[]> {
  const removed: string[] = []
  while (await removeNextFile(db, async (key) => void removed.push(key)));
  return removed.sort()
}
const rowsOf = (sha256: string) => db.selectFrom('unowned_file').selectAll().where('sha256', '=', sha256).execute()

test('are not kept once they may have left', async () => {
  const sha256 = await purgedBytes()
  const first = await record(sha256, 'one')
  await giveUpFiles(db, ['one'])
  expect(await outcome(keep(sha256, first))).toBe('failed')
  const second = await record(sha256, 'one')
  await retryFileLater(db, originalKey(sha256)) // as after a removal of which the store's answer was lost
  expect(await outcome(keep(sha256, second))).toBe('failed')
})

test('are not kept by whom they left, when another upload of equal bytes has yet to store them again', async () => {
  const sha256 = await purgedBytes()
  const first = await record(sha256, 'one')
  await giveUpFiles(db, ['one'])
  expect(await removeAll()).toEqual(sharedKeys(sha256).sort())
  const second = await record(sha256, 'two')
  expect(await outcome(keep(sha256, first))).toBe('failed')
  expect(await outcome(keep(sha256, second))).toBe('done')
})

test('that two processes store at once are kept by both, and left by neither', async () => {
  const sha256 = await purgedBytes()
  const first = await record(sha256, 'one')
  const second = await record(sha256, 'two')
  await enqueueFileRemoval(db, new Map([[originalKey(sha256), sha256]])) // an older image of the same bytes leaves
  await giveUpFiles(db, ['one'])
  expect(await outcome(keep(sha256, first))).toBe('done')
  // The second has its image only when it commits; without one, the first one's may have left the store meanwhile.
  expect(await outcome(keep(sha256, second))).toBe('failed')
  expect(await rowsOf(sha256)).toEqual([])
})

test('leave a second time an hour later, when a process that was cut off stored them after they left', async () => {
  const sha256 = await purgedBytes()
  await record(sha256, 'one')
  await giveUpFiles(db, ['one'])
  expect(await removeAll()).toEqual(sharedKeys(sha256).sort())
  expect(await removeAll()).toEqual([])
  await sql`update unowned_file set at = at - interval '61 minutes'`.execute(db)
  expect(await removeAll()).toEqual(sharedKeys(sha256).sort())
  expect(await rowsOf(sha256)).toEqual([])
})

test('do not leave when the image that keeps them comes first in a deadlock', async () => {
  const sha256 = await purgedBytes()
  const recorded = await record(sha256, 'one')
  await giveUpFiles(db, ['one'])
  const removed: string[] = []
  const remove = async (key: string) => void removed.push(key)
  let removal: Promise<string> | undefined
  const upload = db.transaction().execute(async (transaction) => {
    await sql`select from file where sha256 = ${sha256} for update`.execute(transaction)
    removal = outcome(removeNextFile(backgroundDb, remove))
    await untilWaiting(db, 1)
    await keepImageFiles(transaction, sha256, recorded)
  })
  const uploaded = await outcome(upload)
  expect([await removal, uploaded]).toContain('failed')
  expect([uploaded, removed]).not.toEqual(['done', [expect.any(String)]])
})

test('are not recorded while something else is done with their file, which is not begun once they are', async () => {
  const [sha256, steps] = [await purgedBytes(), [] as string[]]
  const key = originalKey(sha256)
  let recording: Promise<unknown> | undefined
  await whileNotStored(backgroundDb, key, async () => {
    recording = record(sha256, 'one').then(() => steps.push('recorded'))
    await untilWaiting(db, 1)
    steps.push('moved')
  })
  await recording
  expect(steps).toEqual(['moved', 'recorded'])
  expect(await whileNotStored(backgroundDb, key, async () => void steps.push('moved'))).toBe(false)
  expect(steps).toHaveLength(2)
})
