import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { backOfficeOf } from '#test/back-office'
import { openMailingApp } from '#test/mail-server'
import { sendDraft } from '#test/sent-pictures'
import { createUser, hashOf, type TestUser } from '#test/test-app'
import { draftJobs } from './drafts.ts'

const { mailServer, testApp, db, store } = await openMailingApp()
const { call, discard, restore, row } = backOfficeOf(testApp)
const draftOf = (person: TestUser, title: string) => sendDraft(testApp, person, { title })
const submit = (person: TestUser, ...image_ids: number[]) => call('POST', 'submit', person, { image_ids })
const endDrafts = () => (draftJobs(testApp as never).nightly!.end_drafts as () => Promise<void>)()
const age = (id: number, days: number) =>
  sql`update images set created_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(db)
const pass = (id: number) => sql`update images set draft_ends_at = now() where id = ${id}`.execute(db)
const told = (id: number) => expect.poll(async () => (await row(id)).draft_ends_at).not.toBeNull()
const isThere = async (id: number) =>
  (await db.selectFrom('images').select('id').where('id', '=', id).execute()).length === 1

test('one mail tells of all drafts that leave a week later, however late it is; then they go', async () => {
  const carl = await createUser(testApp)
  const [old, older, young] = [await draftOf(carl, 'Old'), await draftOf(carl, 'Older'), await draftOf(carl, 'Young')]
  await age(old.id, 24)
  await age(older.id, 90)
  await endDrafts()
  const mail = await mailServer.mailTo(carl.email, /2 drafts of yours/)
  expect(mail).toContain(`/contributor/${carl.username}/upload-images/`)
  await told(old.id)
  await endDrafts()
  expect(await isThere(older.id)).toBe(true)
  const key = originalKey(await hashOf(testApp, { id: old.id }))
  for (const { id } of [old, older]) await pass(id)
  await endDrafts()
  expect([await isThere(old.id), await isThere(older.id), await isThere(young.id)]).toEqual([false, false, true])
  const removal = db.selectFrom('unowned_file').select('key').where('key', '=', key)
  expect(await removal.execute()).toHaveLength(1)
  expect(mailServer.inbox.filter(({ to }) => to === carl.email)).toHaveLength(1)
  expect(await store.size(key)).not.toBeNull()
})

test('what no mail could tell of stays; of a restored draft another mail tells', async () => {
  const carl = await createUser(testApp)
  const [submitted, restored] = [await draftOf(carl, 'Submitted'), await draftOf(carl, 'Restored')]
  for (const { id } of [submitted, restored]) await age(id, 90)
  mailServer.refuse(1)
  await endDrafts()
  await mailServer.mailTo(carl.email, /2 drafts of yours/)
  for (const { id } of [submitted, restored]) await told(id)
  await submit(carl, submitted.id)
  await discard(carl, restored.id)
  await pass(restored.id)
  await restore(carl, restored.id)
  await endDrafts()
  expect([await isThere(submitted.id), await isThere(restored.id)]).toEqual([true, true])
  await mailServer.mailTo(carl.email, /One draft of yours/)
})
