import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { setFiles, takeWaitingFiles } from '#features/images/image-files.sql'
import { aPng } from '#test/png'
import { createImage, createUser, multipart, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp

test('the address of a waiting file is answered while an approval gives the file to its image', async () => {
  const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const { id } = await createImage(testApp, ada, { png: aPng(), title: 'Lighthouse' }, admin)
  const form = multipart([{ name: 'image', value: aPng({ seed: 2 }), filename: 'new.png' }], ada.headers)
  await app.inject({ method: 'PUT', url: `/api/v1/images/file/${id}/`, ...form })
  const list = await app.inject({ url: '/api/v1/images/user/total/', headers: ada.headers })
  const address = list.json().images[0].waiting_edit.file.cloudflare_url

  const { response } = await db.transaction().execute(async (transaction) => {
    await sql`lock table waiting_edit in access exclusive mode`.execute(transaction)
    const response = app.inject(address)
    await vi.waitFor(async () => expect(await lockWaits()).toBe(1))
    await setFiles(transaction, await takeWaitingFiles(transaction, [id]))
    return { response }
  })
  expect((await response).statusCode).toBe(200)
})

/** Statements of this database that wait for a lock. */
async function lockWaits() {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.n
}
