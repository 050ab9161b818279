import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { nextDrawing } from '#test/drawings'
import { copyrightNotice, counterNotice } from '#test/notices'
import { objectionsOf } from '#test/objections'
import { openMailingApp } from '#test/reports'
import { createImage, createUser, type TestUser } from '#test/test-app'
import { returnPictures } from '../objections/settle.ts'

// Images of the same bytes, by several contributors, of which one was reported and taken down.

const { mailServer, testApp } = await openMailingApp()
const { app, db } = testApp
const ada = await createUser(testApp)
const { admin, report, lineOf, details, decide, undo, send, settle, objectionOf, ...others } = await objectionsOf(
  testApp,
  mailServer,
  ada,
)
const { runDelayedMails, timePasses, timeSinceTakeDown } = others

/** The same drawing by new contributors, the first of which was reported. */
async function twins(...titles: string[]) {
  const png = await nextDrawing(64)
  const images = []
  for (const title of titles) {
    const owner = await createUser(testApp)
    images.push({ ...(await createImage(testApp, owner, { png, title }, admin)), owner })
  }
  expect((await report({ slug: images[0]!.slug, ...copyrightNotice })).statusCode).toBe(201)
  return images as [Twin, Twin, ...Twin[]]
}
type Twin = Awaited<ReturnType<typeof createImage>> & { owner: TestUser }

async function takeDown({ id }: { id: number }): Promise<number> {
  const answer = await decide(id, { outcome: 'taken_down' })
  expect(answer.statusCode).toBe(200)
  return answer.json().decision
}
const secretIn = (mail: string) => /objection\/([\w-]{24})\//.exec(mail)![1]!
const statuses = (...images: { slug: string }[]) =>
  Promise.all(images.map(async ({ slug }) => (await app.inject(`/api/v1/images/${slug}/`)).statusCode))
const expectStatuses = (images: { slug: string }[], ...expected: number[]) =>
  expect.poll(() => statuses(...images), { timeout: 10_000 }).toEqual(expected)
const upheldOf = async ({ headers }: TestUser) =>
  (await app.inject({ url: '/api/v1/accounts/user/trust/', headers })).json().trust.upheld
const takenDownList = async () =>
  (await app.inject({ url: '/api/v1/reports/taken-down/', headers: admin.headers })).json().images

describe('the owner of another image of the same bytes', () => {
  test('is mailed the reason and an address of their own, and it counts against them as well', async () => {
    const [named, twin] = await twins('Named owl', 'Twin owl')
    await takeDown(named)
    await runDelayedMails()
    const [first, second] = [
      await mailServer.mailTo(named.owner.email, /Named owl[\s\S]*was reported\. We have taken it down/),
      await mailServer.mailTo(
        twin.owner.email,
        /the same picture as your image[\s\S]*Twin owl[\s\S]*was reported\. We have taken/,
      ),
    ]
    for (const mail of [first, second]) expect(mail).toContain('own the copyright')
    expect(secretIn(first)).not.toBe(secretIn(second))
    expect(await objectionOf(secretIn(second))).toMatchObject({ state: 'possible', image: { title: 'Twin owl' } })
    expect([await upheldOf(named.owner), await upheldOf(twin.owner)]).toEqual([1, 1])
    expect((await details(twin.id)).decisions).toMatchObject([{ outcome: 'taken_down', count: 0 }])
  })

  test('brings back theirs alone by a counter-notice, which the reporter gets', async () => {
    const [named, twin] = await twins('Named finch', 'Twin finch')
    await takeDown(named)
    await runDelayedMails()
    const secret = secretIn(await mailServer.mailTo(twin.owner.email, /Twin finch/))
    expect((await send({ secret, ...counterNotice })).statusCode).toBe(201)
    await mailServer.mailTo(copyrightNotice.email, /Twin finch[\s\S]*sent us a counter-notice/)
    await timePasses(twin, 18)
    await returnPictures({ backgroundDb: db, log: app.log })
    await expectStatuses([named, twin], 410, 200)
    await mailServer.mailTo(copyrightNotice.email, /Twin finch[\s\S]*: the picture returns/)
    expect([await upheldOf(named.owner), await upheldOf(twin.owner)]).toEqual([1, 0])
  })

  test('gets theirs back with the picture that was reported, and is mailed about it', async () => {
    const [named, twin] = await twins('Named raven', 'Twin raven')
    await takeDown(named)
    await runDelayedMails()
    const secret = secretIn(await mailServer.mailTo(named.owner.email, /Named raven/))
    await mailServer.mailTo(twin.owner.email, /We have taken/)
    await send({ secret, ...counterNotice })
    expect((await settle(named, { outcome: 'returned', sentence: 'It is free.' })).statusCode).toBe(200)
    await expectStatuses([named, twin], 200, 200)
    await mailServer.mailTo(twin.owner.email, /Twin raven[\s\S]*returns to the library[\s\S]*It is free\./)
    expect(await upheldOf(twin.owner)).toBe(0)
    const toReporter = mailServer.inbox.filter(({ to, mail }) => to === copyrightNotice.email && mail.includes('Twin'))
    expect(toReporter).toEqual([])
  })

  test('has a counter-notice of their own ended by that, which the reporter reads', async () => {
    const [named, twin] = await twins('Named lark', 'Twin lark')
    await takeDown(named)
    await runDelayedMails()
    const [secret, own] = [
      secretIn(await mailServer.mailTo(named.owner.email, /Named lark/)),
      secretIn(await mailServer.mailTo(twin.owner.email, /Twin lark/)),
    ]
    expect((await send({ secret: own, ...counterNotice })).statusCode).toBe(201)
    await mailServer.mailTo(copyrightNotice.email, /Twin lark[\s\S]*sent us a counter-notice/)
    await send({ secret, kind: 'objection', message: 'It is free.' })
    expect((await settle(named, { outcome: 'returned' })).statusCode).toBe(200)
    await expectStatuses([named, twin], 200, 200)
    await mailServer.mailTo(copyrightNotice.email, /Twin lark[\s\S]*: the picture returns/)
    await mailServer.mailTo(twin.owner.email, /Twin lark[\s\S]*: the picture returns/)
  })

  test('is not told that theirs stays while the decision about the reported one keeps it down', async () => {
    const [named, twin] = await twins('Named rail', 'Twin rail')
    expect((await report({ slug: twin.slug, ...copyrightNotice })).statusCode).toBe(201)
    await takeDown(named)
    for (const outcome of ['unchanged', 'corrected']) {
      const answer = await decide(twin.id, { outcome })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'stays_down'])
    }
    await takeDown(twin)
    await runDelayedMails()
    const secret = secretIn(await mailServer.mailTo(twin.owner.email, /Twin rail[\s\S]*We have taken it down/))
    expect(await objectionOf(secret)).toMatchObject({ state: 'possible' })
  })

  test('keeps theirs down that an admin decided about, when the reported one returns', async () => {
    const [named, twin] = await twins('Named crane', 'Twin crane')
    await takeDown(named)
    await runDelayedMails()
    for (const image of [named, twin]) {
      const secret = secretIn(await mailServer.mailTo(image.owner.email, /We have taken/))
      await send({ secret, kind: 'objection', message: 'It is mine.' })
    }
    await settle(twin, { outcome: 'kept_down', sentence: 'It is not.' })
    await settle(named, { outcome: 'returned' })
    await expectStatuses([named, twin], 200, 410)
  })

  test('gets theirs alone brought back by an admin', async () => {
    const [named, twin] = await twins('Named stork', 'Twin stork')
    const decision = await takeDown(named)
    await timeSinceTakeDown(named)
    const [line] = (await takenDownList()).filter(({ id }: { id: number }) => id === decision)
    expect(line.others).toMatchObject([{ title: 'Twin stork', owner: twin.owner.username, state: 'down' }])
    const url = `/api/v1/reports/decisions/${line.others[0].id}/bring-back/`
    const payload = { sentence: 'They are its maker.' }
    expect((await app.inject({ method: 'POST', url, headers: admin.headers, payload })).statusCode).toBe(200)
    await expectStatuses([named, twin], 410, 200)
    await mailServer.mailTo(twin.owner.email, /returns to the library[\s\S]*They are its maker/)
  })

  test('hears nothing, and has theirs back, when the decision is taken back', async () => {
    const [named, twin] = await twins('Named gull', 'Twin gull')
    const decision = await takeDown(named)
    const [line] = await takenDownList()
    expect(line).toMatchObject({ id: decision, title: 'Named gull', others: [{ title: 'Twin gull' }] })
    const refused = await undo(line.others[0].id)
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'report_not_found'])
    expect((await undo(decision)).statusCode).toBe(200)
    await expectStatuses([named, twin], 200, 200)
    await runDelayedMails()
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select from graphile_worker.jobs where task_identifier = 'mail_report_outcome'`.execute(db)
      expect(rows).toEqual([])
    }, 10_000)
    expect(mailServer.inbox.filter(({ to }) => [named, twin].some(({ owner }) => owner.email === to))).toEqual([])
    expect(await upheldOf(twin.owner)).toBe(0)
  })
})

test('one who has the same bytes twice is mailed once, and it counts once', async () => {
  const png = await nextDrawing(64)
  const eve = await createUser(testApp)
  const old = await createImage(testApp, eve, { png, title: 'Old swan' }, admin)
  await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${old.id}/`, headers: eve.headers })
  const image = await createImage(testApp, eve, { png, title: 'New swan' }, admin)
  await report({ slug: image.slug, reason: 'person' })
  await takeDown(image)
  await runDelayedMails()
  await mailServer.mailTo(eve.email, /New swan/)
  expect(await upheldOf(eve)).toBe(1)
  expect(mailServer.inbox.filter(({ mail }) => mail.includes('Old swan'))).toEqual([])
})

test('two admins who take down two of them at the same moment both succeed', async () => {
  for (const n of [1, 2, 3, 4]) {
    const [one, two] = await twins(`One ${n}`, `Two ${n}`)
    await report({ slug: two.slug, ...copyrightNotice })
    const seen = [(await lineOf(one))!.last_report_id, (await lineOf(two))!.last_report_id] as const
    const answers = await Promise.all(
      [two, one].map(({ id }, at) => decide(id, { outcome: 'taken_down', seen_report_id: seen[1 - at] })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await expectStatuses([one, two], 410, 410)
  }
})
