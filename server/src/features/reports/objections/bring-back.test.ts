import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { runWaitingJobs } from '#test/due-jobs'
import { copyrightNotice, counterNotice } from '#test/notices'
import { objectionsOf } from '#test/objections'
import { openMailingApp } from '#test/reports'
import { createUser, upload } from '#test/test-app'
import { returnPictures } from './settle.ts'

// An admin who brings a picture back that was taken down, without an objection or after one.

const { mailServer, testApp } = await openMailingApp()
const { app, db } = testApp
const ada = await createUser(testApp)
const objections = await objectionsOf(testApp, ada)
const { admin, report, decide, statusOf, lineOf, details, pageStatus, upheldOf, bringBack, mailsDone } = objections
const { publish, takenDown, send, settle, objectionOf, timePasses, timeSinceTakeDown, takenDownList } = objections

const expectBack = (image: { slug: string }) => expect.poll(() => pageStatus(image)).toBe(200)
const listed = async (decision: number) => (await takenDownList()).find(({ id }: { id: number }) => id === decision)

describe('a picture that was taken down', () => {
  test('is brought back with a sentence for both sides, and no longer counts against its contributor', async () => {
    const eve = await createUser(testApp)
    const image = await takenDown('Withdrawn fox', { owner: eve })
    await timeSinceTakeDown(image)
    expect([(await listed(image.decision)).state, await upheldOf(eve)]).toEqual(['down', 1])
    expect((await bringBack(image.decision)).json()).toEqual({ message: 'It returns as soon as its files are back.' })
    const ended = { state: 'ended', objection: { kind: null, outcome: 'returned' } }
    expect(await listed(image.decision)).toMatchObject(ended)
    await expectBack(image)
    await mailServer.mailTo(eve.email, /Withdrawn fox[\s\S]*returns to the library[\s\S]*They withdrew their notice\./)
    await mailServer.mailTo(copyrightNotice.email, /decided again[\s\S]*Withdrawn fox[\s\S]*They withdrew their notice/)
    expect(await upheldOf(eve)).toBe(0)
    const sentence = 'They withdrew their notice.'
    const status = await statusOf(image.reportSecret)
    expect([status.state, status.answers.at(-1)]).toMatchObject(['returned', { outcome: 'returned', sentence }])
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'returned', objection: { kind: null, sentence } })
    expect((await details(image.id)).decisions[0].objection).toMatchObject({ outcome: 'returned', by: admin.username })
    const original = await app.inject(`/media/${image.cloudflare_id}/original.png`)
    const answer = await upload(testApp, ada, [{ name: 'images', value: original.rawPayload, filename: 'fox.png' }])
    expect(answer.statusCode).toBe(201)
    const { events } = await auditLog(testApp, admin, { what: 'image brought back', username: eve.username })
    expect(events).toMatchObject([{ by: admin.username, user: eve.username, count: 1 }])
  })

  test('is brought back after an objection was refused, once', async () => {
    const image = await takenDown('Argued fox')
    await timeSinceTakeDown(image)
    await send({ secret: image.secret, ...counterNotice })
    await settle(image, { outcome: 'kept_down', sentence: 'They went to court.' })
    expect((await bringBack(image.decision, 'The court has decided.')).statusCode).toBe(200)
    await expectBack(image)
    for (const email of [ada.email, copyrightNotice.email])
      await mailServer.mailTo(email, /Argued fox[\s\S]*The court has decided\./)
    expect(await objectionOf(image.secret)).toMatchObject({
      state: 'returned',
      objection: { kind: 'counter_notice', sentence: 'The court has decided.' },
    })
    const again = await bringBack(image.decision)
    expect([again.statusCode, again.json().code]).toEqual([409, 'not_taken_down'])
  })

  test('stays down without a sentence, and while its decision can be taken back', async () => {
    const image = await takenDown('Strict fox')
    expect((await listed(image.decision)).state).toBe('undoable')
    expect((await bringBack(image.decision)).json().code).toBe('take_back_instead')
    await timeSinceTakeDown(image)
    expect((await bringBack(image.decision, ' ')).json().fields).toEqual([
      { at: 'sentence', message: 'Say why it returns' },
    ])
    expect((await bringBack(999_999)).json().code).toBe('decision_not_found')
    expect(await pageStatus(image)).toBe(410)
  })

  test('stays down when its file is not stored any more, also after an objection', async () => {
    const image = await takenDown('Late fox')
    await timeSinceTakeDown(image, 91)
    expect((await listed(image.decision)).state).toBe('too_late')
    expect((await bringBack(image.decision)).json().code).toBe('file_not_stored')
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'too_late' })
    expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('too_late_to_object')
  })
})

test('the mail that it is back counts for those that an inbox gets in a day', async () => {
  const email = 'busy@people.example'
  const image = await takenDown('Busy fox', { reported: { reason: 'person', email } })
  await timeSinceTakeDown(image)
  const { slug } = await publish('Other fox', ada)
  await mailsDone()
  for (let i = 0; i < reportLimits.mailsPerDay - 1; i++) await report({ slug, reason: 'words', email })
  await mailsDone()
  await bringBack(image.decision)
  await mailsDone()
  const told = () => mailServer.inbox.filter(({ to }) => to === email)
  expect(told()).toHaveLength(reportLimits.mailsPerDay)
  await sql`delete from rate_limit`.execute(db)
  await runWaitingJobs(db)
  await mailServer.mailTo(email, /decided again about[\s\S]*Busy fox/)
})

describe('the nightly return after a counter-notice', () => {
  test('leaves what a later decision keeps down, and mails no one that it returns', async () => {
    const image = await takenDown('Twice fox')
    await send({ secret: image.secret, ...counterNotice })
    await sql`update report set decision_id = null where image_id = ${image.id}`.execute(db)
    expect((await decide(image.id, { outcome: 'taken_down' })).statusCode).toBe(200)
    await timePasses(image, 18)
    await returnPictures({ backgroundDb: db, log: app.log })
    expect(await lineOf(image)).toMatchObject({ objection: { kind: 'counter_notice' } })
    const refused = await settle(image, { outcome: 'returned' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_taken_down'])
    expect((await settle(image, { outcome: 'kept_down', sentence: 'It was decided again.' })).statusCode).toBe(200)
    await mailServer.mailTo(ada.email, /It was decided again/)
    expect(await pageStatus(image)).toBe(410)
    const returns = /Twice fox[\s\S]*the picture returns to the library/
    expect(mailServer.inbox.filter(({ mail }) => returns.test(mail))).toEqual([])
  })

  test('goes on with the others when one fails, which is tried again', async () => {
    const [first, second] = [await takenDown('Failing fox'), await takenDown('Following fox')]
    for (const image of [first, second]) {
      await send({ secret: image.secret, ...counterNotice })
      await timePasses(image, 18)
    }
    await sql`
      create function refuse_return() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db)
    await sql`
      create trigger refuse_return before update on objection for each row
      when (old.decision_id = ${sql.lit(first.decision)}) execute function refuse_return()`.execute(db)
    const warnings: unknown[] = []
    const log = { warn: (...about: unknown[]) => void warnings.push(about) }
    await returnPictures({ backgroundDb: db, log })
    await expectBack(second)
    expect(await pageStatus(first)).toBe(410)
    expect(warnings).toMatchObject([[{ err: { message: 'refused' } }, expect.stringContaining('did not return')]])
    await sql`drop trigger refuse_return on objection`.execute(db)
    await returnPictures({ backgroundDb: db, log })
    await expectBack(first)
  })
})
