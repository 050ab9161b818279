import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, ada, bob, admin } = await openAppWithPeople()
const { update, discard, image, row } = backOfficeOf(testApp)
const second = await testApp.openSecondProcess()

const revisionOf = async ({ headers }: TestUser, app = testApp.app): Promise<string> =>
  (await app.inject({ url: '/api/v1/images/revision/', headers })).json().revision

/** The revision of a person once it is another one. */
async function nextRevision(person: TestUser, before: string, app = testApp.app): Promise<string> {
  return vi.waitFor(
    async () => {
      const revision = await revisionOf(person, app)
      if (revision === before) throw new Error('The revision is still the same.')
      return revision
    },
    { timeout: 30_000 },
  )
}

const kite = await image('Kite', ada)
const start = { ada: await nextRevision(ada, ''), admin: await nextRevision(admin, '') }

test('an upload, an approval, an edit and a deletion change the revision of the owner and of admins', async () => {
  const changes = [
    () => setStatus(testApp, admin, [kite.id], 'approved'),
    () => update(ada, kite.id, { keywords: ['a'] }),
    () => discard(ada, kite.id),
    () => image('Drum', ada),
  ]
  let seen = { ...start }
  for (const change of changes) {
    await change()
    seen = { ada: await nextRevision(ada, seen.ada), admin: await nextRevision(admin, seen.admin) }
  }
})

test('all processes answer the same revision, and others’ changes leave one’s own as it is', async () => {
  const before = { ada: await revisionOf(ada), admin: await revisionOf(admin) }
  await image('Bob’s', bob)
  const revision = await nextRevision(admin, before.admin)
  await expect.poll(() => revisionOf(admin, second)).toBe(revision)
  expect(await nextRevision(bob, '', second)).toBe(revision)
  expect(await revisionOf(ada)).toBe(before.ada)
})

test('what changes no list, such as a download, leaves the revision and the versions as they are', async () => {
  const before = { ada: await revisionOf(ada), bob: await revisionOf(bob) }
  const { version } = await row(kite.id)
  await sql`update images set downloads = downloads + 1`.execute(testApp.db)
  expect((await row(kite.id)).version).toBe(version)
  await image('Last', bob)
  await nextRevision(bob, before.bob)
  expect(await revisionOf(ada)).toBe(before.ada)
})

test('a change of very many owners is told to everyone', async () => {
  const before = await revisionOf(ada)
  await sql`select notify_images_changed(array(select generate_series(1000001, 1000400)::bigint))`.execute(testApp.db)
  await nextRevision(ada, before)
})
