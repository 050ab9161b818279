import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'
import { originalKey } from './storage-keys.ts'
import { keepStoredFiles, recordStoring, removeNextFile, retryFileLater } from './trash.sql.ts'

const testApp = await openTestApp()
const { db, backgroundDb } = testApp
const ada = await createUser(testApp)
let seed = 900

/** Bytes whose image has left for good, and of which the row in `file` is still there. */
async function purgedBytes(): Promise<string> {
  const png = aPng({ seed: ++seed })
  const { id } = await createImage(testApp, ada, { png, title: 'Gone' })
  await db.deleteFrom('images').where('id', '=', id).execute()
  return createHash('sha256').update(png).digest('hex')
}

/** As when the connection that shows that the process lives was away. */
const release = (sha256: string) =>
  sql`update removed_file set at = '-infinity', stored_by = null where sha256 = ${sha256}`.execute(db)
const keep = (sha256: string) => db.transaction().execute((transaction) => keepStoredFiles(transaction, sha256))
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    () => 'failed',
  )

test('are kept by the process that stored them', async () => {
  const sha256 = await purgedBytes()
  await recordStoring(db, sha256, 'one')
  expect(await outcome(keep(sha256))).toBe('done')
  expect(await db.selectFrom('removed_file').selectAll().where('sha256', '=', sha256).execute()).toEqual([])
})

test('are not kept once they may have left', async () => {
  const sha256 = await purgedBytes()
  await recordStoring(db, sha256, 'one')
  await release(sha256)
  expect(await outcome(keep(sha256))).toBe('failed')
  await recordStoring(db, sha256, 'one')
  await retryFileLater(db, originalKey(sha256)) // as after a removal of which the store's answer was lost
  expect(await outcome(keep(sha256))).toBe('failed')
})

test('do not leave when the image that keeps them comes first in a deadlock', async () => {
  const sha256 = await purgedBytes()
  await db.deleteFrom('removed_file').execute()
  await recordStoring(db, sha256, 'one')
  await release(sha256)
  const removed: string[] = []
  const remove = async (key: string) => void removed.push(key)
  let removal: Promise<string> | undefined
  const upload = db.transaction().execute(async (transaction) => {
    await sql`select from file where sha256 = ${sha256} for update`.execute(transaction)
    removal = outcome(removeNextFile(backgroundDb, remove))
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
      expect(rows).toHaveLength(1)
    }, 10_000)
    await keepStoredFiles(transaction, sha256)
  })
  const uploaded = await outcome(upload)
  expect([await removal, uploaded]).toContain('failed')
  expect([uploaded, removed]).not.toEqual(['done', [expect.any(String)]])
})
