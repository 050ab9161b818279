import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { evidenceKey } from '#features/images/storage-keys'
import { copyrightNotice, counterNotice } from '#test/notices'
import { objectionsOf } from '#test/objections'
import { openMailingApp } from '#test/reports'
import { createUser } from '#test/test-app'
import { forgetReporters } from '../reports.sql.ts'
import { forgetObjections } from './objections.sql.ts'
import { returnPictures } from './settle.ts'

const { mailServer, testApp } = await openMailingApp()
const { app, db, store } = testApp
const ada = await createUser(testApp)
const { admin, report, statusOf, lineOf, details, publish, takenDown, send, objectionOf, settle, timePasses } =
  await objectionsOf(testApp, mailServer, ada)

const pageStatus = async (slug: string) => (await app.inject(`/api/v1/images/${slug}/`)).statusCode
/** The statuses of its page, its call and its files, and whether a search finds it. */
async function seenOf({ slug, title, cloudflare_id }: Awaited<ReturnType<typeof publish>>) {
  const files = [`/media/${cloudflare_id}/original.png`, `/api/v1/images/download/${cloudflare_id}/`]
  const addresses = [`/image/${slug}/`, `/api/v1/images/${slug}/`, ...files]
  const statuses = await Promise.all(addresses.map(async (url) => (await app.inject(url)).statusCode))
  const found = await app.inject({ url: '/api/v1/images/approved/', query: { title } })
  return { statuses: [...new Set(statuses)], isFound: found.body.includes(slug) }
}
const answering = (status: number) => ({ statuses: [status], isFound: status === 200 })

const eventsOf = async (what: string) =>
  (await app.inject({ url: '/api/v1/accounts/events/', query: { what }, headers: admin.headers })).json().events

describe('a counter-notice', () => {
  test('reaches the reporter, and brings the picture back after the days of the setting', async () => {
    const image = await takenDown('Drawn fox')
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'possible', reason: 'copyright', days: 18 })
    expect((await send({ secret: image.secret, ...counterNotice })).statusCode).toBe(201)
    const toReporter = await mailServer.mailTo(copyrightNotice.email, /sent us a counter-notice/)
    for (const text of ['Ada Lovelace', 'James', '+44 7700 900123', 'penalty of perjury', 'I drew it.', 'jurisdiction'])
      expect(toReporter).toContain(text)
    await mailServer.mailTo(ada.email, /we have your counter-notice/)
    const status = await statusOf(image.reportSecret)
    expect(status).toMatchObject({
      state: 'taken_down',
      counter_notice: { name: 'Ada Lovelace', message: 'I drew it.', outcome: null },
    })
    for (const text of [JSON.stringify(status), (await app.inject(`/report/${image.reportSecret}/`)).body]) {
      expect(text).toContain('Ada Lovelace')
      expect(text).not.toMatch(/James|7700/)
    }
    const objection = { kind: 'counter_notice' }
    expect(await lineOf(image)).toMatchObject({ count: 0, is_taken_down: true, reasons: [], objection })
    const { decisions } = await details(image.id)
    expect(decisions[0].objection).toMatchObject({ notice: { address: counterNotice.address }, outcome: null })

    await timePasses(image, 17)
    await returnPictures({ backgroundDb: db, log: app.log })
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'open' })
    await expect.poll(() => seenOf(image), { timeout: 10_000 }).toEqual(answering(410))
    await timePasses(image, 1)
    await returnPictures({ backgroundDb: db, log: app.log })
    await expect.poll(() => seenOf(image), { timeout: 10_000 }).toEqual(answering(200))
    expect(await lineOf(image)).toBeUndefined()
    await mailServer.mailTo(ada.email, /the picture returns to the library/)
    await mailServer.mailTo(copyrightNotice.email, /the picture returns to the library/)
    expect(await statusOf(image.reportSecret)).toMatchObject({
      state: 'returned',
      counter_notice: { outcome: 'returned' },
    })
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'returned', image: { slug: image.slug } })
    const [event] = await eventsOf('image returned after objection')
    expect(event).toMatchObject({ by: null, user: ada.username })
  })

  test('does not bring it back where an admin says why it stays down', async () => {
    const image = await takenDown('Sued fox')
    await send({ secret: image.secret, ...counterNotice })
    const silent = await settle(image, { outcome: 'kept_down', sentence: ' ' })
    expect(silent.json().fields).toEqual([{ at: 'sentence', message: 'Say why it stays down' }])
    expect((await settle(image, { outcome: 'kept_down', sentence: 'They went to court.' })).statusCode).toBe(200)
    await timePasses(image, 30)
    await returnPictures({ backgroundDb: db, log: app.log })
    await expect.poll(() => seenOf(image), { timeout: 10_000 }).toEqual(answering(410))
    for (const email of [ada.email, copyrightNotice.email]) await mailServer.mailTo(email, /They went to court/)
    expect(await objectionOf(image.secret)).toMatchObject({
      state: 'kept_down',
      objection: { sentence: 'They went to court.' },
    })
    expect(await statusOf(image.reportSecret)).toMatchObject({
      state: 'taken_down',
      counter_notice: { outcome: 'kept_down', sentence: 'They went to court.' },
    })
    expect((await eventsOf('image kept down after objection'))[0]).toMatchObject({ by: admin.username })
  })

  test('needs what the law asks for, once, by the address that was mailed', async () => {
    const image = await takenDown('Strict fox')
    const bare = (await send({ secret: image.secret, kind: 'counter_notice' })).json()
    expect(bare.fields.map(({ at }: { at: string }) => at)).toEqual([
      'name',
      'address',
      'phone',
      'mistake',
      'jurisdiction',
      'signature',
    ])
    expect((await send({ secret: image.secret.slice(1), ...counterNotice })).json().code).toBe('decision_not_found')
    expect((await send({ secret: image.secret, ...counterNotice })).statusCode).toBe(201)
    expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('already_objected')
    const { objection_hash } = await db
      .selectFrom('report_decision')
      .select('objection_hash')
      .where('image_id', '=', image.id)
      .executeTakeFirstOrThrow()
    expect(objection_hash).toEqual(createHash('sha256').update(image.secret).digest())
  })
})

describe('an objection', () => {
  test('is there for every reason, and the picture returns when an admin says so', async () => {
    const image = await takenDown('Kind fox', { reported: { reason: 'offensive', email: 'offended@people.example' } })
    expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('no_counter_notice')
    const empty = (await send({ secret: image.secret, kind: 'objection' })).json()
    expect(empty.fields).toEqual([{ at: 'message', message: 'Tell us why we are wrong' }])
    expect((await send({ secret: image.secret, kind: 'objection', message: 'It is a fox.' })).statusCode).toBe(201)
    await mailServer.mailTo(ada.email, /we have your objection/)
    expect((await settle(image, { outcome: 'returned' }, ada.headers)).statusCode).toBe(403)
    expect((await settle(image, { outcome: 'returned', sentence: 'It is.' })).statusCode).toBe(200)
    await expect.poll(() => pageStatus(image.slug), { timeout: 10_000 }).toBe(200)
    await mailServer.mailTo(ada.email, /the picture returns to[\s\S]*It is\./)
    expect(await statusOf(image.reportSecret)).toMatchObject({ state: 'returned', counter_notice: null })
    const told = mailServer.inbox.filter(({ to }) => to === 'offended@people.example')
    expect(told.filter(({ mail }) => mail.includes('counter-notice'))).toEqual([])
  })

  test('cannot bring back a picture that another decision keeps down', async () => {
    const image = await takenDown('Doubly down fox', { reported: { reason: 'offensive' } })
    await send({ secret: image.secret, kind: 'objection', message: 'It is a fox.' })
    await sql`
      insert into report_decision
        (image_id, image_title, owner_id, outcome, reason, sentence, report_count, was_withheld)
      values (${image.id}, 'Doubly down fox', ${ada.id}, 'taken_down', 'words', '', 0, false)`.execute(db)
    const refused = await settle(image, { outcome: 'returned' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_taken_down'])
    expect((await settle(image, { outcome: 'kept_down', sentence: 'Another decision.' })).statusCode).toBe(200)
  })

  test('that brings the picture back ends that the decision counts against its contributor', async () => {
    const kim = await createUser(testApp)
    const [image, other] = [
      await takenDown('Cleared fox', { reported: { reason: 'offensive' }, owner: kim }),
      await publish('Next fox', kim),
    ]
    await report({ slug: other.slug, reason: 'words' })
    const counted = async () => [
      ((await lineOf(other)) as unknown as { user: { upheld: number } }).user.upheld,
      (await details(other.id)).upheld.length,
      (await app.inject({ url: '/api/v1/accounts/user/trust/', headers: kim.headers })).json().trust.upheld,
    ]
    expect(await counted()).toEqual([1, 1, 1])
    expect((await details(other.id)).not_upheld).toEqual([])
    await send({ secret: image.secret, kind: 'objection', message: 'It is a fox.' })
    await settle(image, { outcome: 'returned' })
    await expect.poll(counted, { timeout: 10_000 }).toEqual([0, 0, 0])
    expect((await details(other.id)).not_upheld).toMatchObject([{ image_id: image.id, is_returned: true }])
    await expect.poll(() => pageStatus(image.slug), { timeout: 10_000 }).toBe(200)
    await db.deleteFrom('published').where('image_id', '=', image.id).execute()
    await db.deleteFrom('images').where('id', '=', image.id).execute()
    expect(await counted()).toEqual([0, 0, 0])
  })

  test('keeps file, row and reporter until it is decided about', async () => {
    const image = await takenDown('Old fox')
    const { sha256 } = await db
      .selectFrom('images')
      .select('sha256')
      .where('id', '=', image.id)
      .executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect(await store.size(evidenceKey(sha256))).not.toBeNull(), 10_000)
    await send({ secret: image.secret, ...counterNotice })
    await sql`update images set taken_down_at = now() - interval '1100 days' where id = ${image.id}`.execute(db)
    await sql`update report_decision set at = now() - interval '1100 days' where image_id = ${image.id}`.execute(db)
    const nightly = async () => {
      await sql`select graphile_worker.add_job('remove_evidence')`.execute(db)
      await vi.waitFor(async () => {
        const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'remove_evidence'`.execute(
          db,
        )
        expect(rows).toEqual([])
      }, 10_000)
      await forgetReporters(db, {
        REPORT_DAYS: 90,
        OPEN_REPORT_DAYS: 365,
        REPORT_TEXT_DAYS: 2000,
        TAKEN_DOWN_FILE_DAYS: 90,
      })
    }
    const stored = async () => ({
      file: (await store.size(evidenceKey(sha256))) !== null,
      row: (await db.selectFrom('images').select('id').where('id', '=', image.id).execute()).length === 1,
      reporter: (await db.selectFrom('report').select('email').where('image_id', '=', image.id).execute())[0]!.email,
    })
    await nightly()
    expect(await stored()).toEqual({ file: true, row: true, reporter: copyrightNotice.email })
    await settle(image, { outcome: 'kept_down', sentence: 'They went to court.' })
    await nightly()
    expect(await stored()).toEqual({ file: false, row: false, reporter: copyrightNotice.email })
    await sql`update objection set decided_at = now() - interval '2 days' where outcome is not null`.execute(db)
    await nightly()
    expect(await stored()).toEqual({ file: false, row: false, reporter: null })
  })

  test('comes too late where the file is not stored any more', async () => {
    const image = await takenDown('Late fox')
    await sql`update images set taken_down_at = now() - interval '91 days' where id = ${image.id}`.execute(db)
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'too_late' })
    expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('too_late_to_object')
  })

  test('is forgotten, and the decision about it is not, when its time is over', async () => {
    const image = await takenDown('Quiet fox')
    await send({ secret: image.secret, ...counterNotice })
    await settle(image, { outcome: 'kept_down', sentence: 'They went to court.' })
    const notice = async () => (await statusOf(image.reportSecret)).counter_notice
    await forgetObjections(db, { REPORT_TEXT_DAYS: 1 })
    expect(await notice()).toMatchObject({ name: 'Ada Lovelace' })
    await sql`update objection set decided_at = now() - interval '2 days' where outcome is not null`.execute(db)
    await forgetObjections(db, { REPORT_TEXT_DAYS: 1 })
    expect(await notice()).toMatchObject({ name: '', message: '', outcome: 'kept_down' })
  })

  test('is announced to the admins with the reports', async () => {
    await sql`update objection set outcome = 'kept_down', decided_at = now() where outcome is null`.execute(db)
    const image = await takenDown('Told fox')
    await send({ secret: image.secret, ...counterNotice })
    await sql`update graphile_worker._private_jobs set run_at = now() where key = 'report digest'`.execute(db)
    expect(await mailServer.mailTo(admin.email, /to a take-down waits/)).toContain('/reports/')
  })
})

describe('the form without JavaScript', () => {
  const post = (secret: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/objection/${secret}/`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  test('leads to its own page, which no cache keeps and which says what becomes of it', async () => {
    const image = await takenDown('Paper fox', { owner_sentence: 'It has the logo of a shop in it.' })
    const page = await app.inject(`/objection/${image.secret}/`)
    expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    expect(page.body).toContain('It has the logo of a shop in it.')
    const refused = await post(image.secret, { kind: 'counter_notice', name: 'Ada' })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('Your postal address is required')
    expect(refused.body).toContain('value="Ada"')
    const boxes = { mistake: 'on', jurisdiction: 'on' }
    const answer = await post(image.secret, { ...counterNotice, ...boxes } as unknown as Record<string, string>)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/objection/${image.secret}/`])
    expect((await app.inject(String(answer.headers.location))).body).toContain('We have your counter-notice')
  })

  test('of no decision is a 404', async () => {
    expect((await app.inject('/objection/no-such-secret/')).statusCode).toBe(404)
  })
})
