import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { counterNoticesOf } from '#test/counter-notices'
import { openMailingApp } from '#test/mail-server'
import { copyrightNotice, counterNotice } from '#test/notices'
import { codeOf, createUser, fieldsOf, uploadPng } from '#test/test-app'
import { returnPictures } from '../queue/decide-reports.ts'

// An admin who reinstates a picture that was taken down, without a counter-notice or after one.

const { mailServer, testApp, app, db, ada } = await openMailingApp()
const notices = await counterNoticesOf(testApp, ada)
const { admin, statusOf, details, pageStatus, upheldOf, reinstate, keepDown, queue } = notices
const { takenDown, send, noticeOf, timePasses, timeSinceTakeDown } = notices

const expectBack = (image: { slug: string }) => expect.poll(() => pageStatus(image)).toBe(200)

test('a picture is reinstated with a sentence for both sides, and counts against no one any more', async () => {
  const eve = await createUser(testApp)
  const reported = { ...copyrightNotice, email: 'withdrawn@people.example' }
  const image = await takenDown('Withdrawn fox', { owner: eve, reported })
  const [line] = (await queue('?taken_down=1')).images
  expect([line, await upheldOf(eve)]).toMatchObject([{ id: image.id, is_taken_down: true, count: 0 }, 1])
  const sentence = 'They withdrew their notice.'
  expect((await reinstate(image, sentence)).statusCode).toBe(200)
  // Its files are on their way back.
  expect((await queue('?taken_down=1')).images).not.toContainEqual(expect.objectContaining({ id: image.id }))
  await expectBack(image)
  await mailServer.mailTo(eve.email, /Withdrawn fox[\s\S]*returns to the library[\s\S]*They withdrew their notice\./)
  await mailServer.mailTo(reported.email, /decided again[\s\S]*Withdrawn fox[\s\S]*They withdrew their notice/)
  expect(await upheldOf(eve)).toBe(0)
  const status = await statusOf(image.reportSecret)
  expect([status.state, status.answers.at(-1)]).toMatchObject(['reinstate', { verb: 'reinstate', sentence }])
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'reinstate', returns_at: null, sentence })
  expect((await details(image.id)).decisions[0]).toMatchObject({ verb: 'reinstate', by: admin.username, sentence })
  const original = await app.inject(`/media/${image.cloudflare_id}/original.png`)
  await expect.poll(async () => (await uploadPng(testApp, ada, original.rawPayload)).statusCode).toBe(201)
  const { events } = await auditLog(testApp, admin, { what: 'image reinstated', username: eve.username })
  expect(events).toMatchObject([{ by: admin.username, user: eve.username, count: 1 }])
})

test('a picture is reinstated after it was kept down, once', async () => {
  const reported = { ...copyrightNotice, email: 'argued@people.example' }
  const image = await takenDown('Argued fox', { reported })
  await send({ secret: image.secret, ...counterNotice })
  expect((await keepDown(image, 'They went to court.')).statusCode).toBe(200)
  expect((await reinstate(image, 'The court has decided.')).statusCode).toBe(200)
  await expectBack(image)
  for (const email of [ada.email, reported.email])
    await mailServer.mailTo(email, /Argued fox[\s\S]*The court has decided\./)
  expect(codeOf(await reinstate(image))).toEqual([409, 'not_taken_down'])
})

test('a picture stays down without a sentence, and has no counter-notice once its reporter left', async () => {
  const image = await takenDown('Strict fox')
  expect(fieldsOf(await reinstate(image, ' '))).toEqual([400, [{ at: 'sentence', message: 'Say why' }]])
  expect(codeOf(await keepDown(image))).toEqual([409, 'not_taken_down'])
  expect((await reinstate({ id: 999_999 })).json().code).toBe('image_not_found')
  expect(await pageStatus(image)).toBe(410)
  await timeSinceTakeDown(image, 91)
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'too_late' })
  expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('too_late_to_answer')
})

test('the nightly return after a counter-notice goes on with others when one fails, and tries it again', async () => {
  const [first, second] = [await takenDown('Failing fox'), await takenDown('Following fox')]
  for (const image of [first, second]) {
    await send({ secret: image.secret, ...counterNotice })
    await timePasses(image, 18)
  }
  await sql`
    create function refuse_return() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db)
  await sql`
    create trigger refuse_return before update on counter_notice for each row
    when (old.decision_id = ${sql.lit(first.decision)}) execute function refuse_return()`.execute(db)
  const warnings: unknown[] = []
  const log = { warn: (...about: unknown[]) => void warnings.push(about) }
  await returnPictures({ backgroundDb: db, log })
  await expectBack(second)
  expect(await pageStatus(first)).toBe(410)
  expect(warnings).toMatchObject([[{ err: { message: 'refused' } }, expect.stringContaining('did not return')]])
  await sql`drop trigger refuse_return on counter_notice`.execute(db)
  await returnPictures({ backgroundDb: db, log })
  await expectBack(first)
})
