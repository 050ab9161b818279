import { describe, expect, test } from 'vitest'
import { nextDrawing } from '#test/drawings'
import { copyrightNotice, counterNotice } from '#test/notices'
import { objectionsOf } from '#test/objections'
import { openMailingApp } from '#test/reports'
import { callAs, createImage, createUser, type TestUser } from '#test/test-app'
import { returnPictures } from '../objections/settle.ts'

// Images of the same bytes, by several contributors, of which one was reported and taken down.

const { mailServer, testApp } = await openMailingApp()
const { app, db } = testApp
const objections = await objectionsOf(testApp, await createUser(testApp))
const { admin, report, lineOf, details, decide, undo, send, settle, objectionOf, upheldOf, takenDownList } = objections
const { openPage, pageStatus, runDelayedMails, mailsDone, timePasses, timeSinceTakeDown, bringBack } = objections

/** The same drawing by new contributors, the first of which was reported. */
async function twins(...titles: string[]) {
  const png = await nextDrawing(64)
  const images = []
  for (const title of titles) {
    const owner = await createUser(testApp)
    images.push({ ...(await createImage(testApp, owner, { png, title }, admin)), owner })
  }
  expect((await report({ slug: images[0]!.slug, ...copyrightNotice })).statusCode).toBe(201)
  return images as [Twin, Twin, Twin, Twin]
}
type Twin = Awaited<ReturnType<typeof createImage>> & { owner: TestUser }

async function takeDown({ id }: { id: number }): Promise<number> {
  const answer = await decide(id, { outcome: 'taken_down' })
  expect(answer.statusCode).toBe(200)
  return answer.json().decision
}
/** The secret with which the contributor of this image objects to the last decision about it. */
async function secretFor({ id }: Twin) {
  const decisions = db.selectFrom('report_decision').select('id').where('image_id', '=', id).orderBy('id', 'desc')
  return openPage((await decisions.executeTakeFirstOrThrow()).id)
}
const expectStatuses = (images: Twin[], ...expected: number[]) =>
  expect.poll(() => Promise.all(images.map(pageStatus))).toEqual(expected)

describe('the owner of another image of the same bytes', () => {
  test('is mailed the reason and an address of their own, and it counts against them as well', async () => {
    const [named, twin] = await twins('Named owl', 'Twin owl')
    await takeDown(named)
    await runDelayedMails()
    const mails = [
      await mailServer.mailTo(named.owner.email, /Named owl[\s\S]*was reported\. We have taken it down/),
      await mailServer.mailTo(
        twin.owner.email,
        /the same picture as your image[\s\S]*Twin owl[\s\S]*was reported\. We have taken/,
      ),
    ]
    for (const mail of mails) expect(mail).toContain('own the copyright')
    const secrets = mails.map((mail) => /objection\/([\w-]{24})\//.exec(mail)![1]!)
    expect(secrets[0]).not.toBe(secrets[1])
    expect(await objectionOf(secrets[1]!)).toMatchObject({ state: 'possible', image: { title: 'Twin owl' } })
    expect([await upheldOf(named.owner), await upheldOf(twin.owner)]).toEqual([1, 1])
    expect((await details(twin.id)).decisions).toMatchObject([{ outcome: 'taken_down', count: 0 }])
  })

  test('brings back theirs alone by a counter-notice, which the reporter gets, or by an admin', async () => {
    const all = await twins('Named finch', 'Answering finch', 'Released finch', 'Refused finch')
    const [named, answering, released, refused] = all
    const decision = await takeDown(named)
    expect((await send({ secret: await secretFor(answering), ...counterNotice })).statusCode).toBe(201)
    await mailServer.mailTo(copyrightNotice.email, /Answering finch[\s\S]*sent us a counter-notice/)
    await timePasses(answering, 18)
    await returnPictures({ backgroundDb: db, log: app.log })
    await expectStatuses(all, 410, 200, 410, 410)
    await mailServer.mailTo(copyrightNotice.email, /Answering finch[\s\S]*: the picture returns/)
    expect([await upheldOf(named.owner), await upheldOf(answering.owner)]).toEqual([1, 0])

    await timeSinceTakeDown(named)
    const { others } = (await takenDownList()).find(({ id }: { id: number }) => id === decision)
    expect(others[1]).toMatchObject({ title: 'Released finch', owner: released.owner.username, state: 'down' })
    expect((await bringBack(others[1].id, 'They are its maker.')).statusCode).toBe(200)
    await expectStatuses(all, 410, 200, 200, 410)
    await mailServer.mailTo(released.owner.email, /returns to the library[\s\S]*They are its maker/)

    // What an admin decided about the last one holds when the one that was reported returns.
    for (const one of [named, refused])
      await send({ secret: await secretFor(one), kind: 'objection', message: 'It is mine.' })
    await settle(refused, { outcome: 'kept_down', sentence: 'It is not.' })
    await settle(named, { outcome: 'returned' })
    await expectStatuses(all, 200, 200, 200, 410)
  })

  test('gets theirs back with the picture that was reported, which ends a counter-notice of their own', async () => {
    const [named, twin, answering] = await twins('Named raven', 'Twin raven', 'Answering raven')
    await takeDown(named)
    expect((await send({ secret: await secretFor(answering), ...counterNotice })).statusCode).toBe(201)
    await mailServer.mailTo(copyrightNotice.email, /Answering raven[\s\S]*sent us a counter-notice/)
    await send({ secret: await secretFor(named), ...counterNotice })
    expect((await settle(named, { outcome: 'returned', sentence: 'It is free.' })).statusCode).toBe(200)
    await expectStatuses([named, twin, answering], 200, 200, 200)
    for (const email of [copyrightNotice.email, answering.owner.email])
      await mailServer.mailTo(email, /Answering raven[\s\S]*: the picture returns/)
    await mailServer.mailTo(twin.owner.email, /Twin raven[\s\S]*returns to the library[\s\S]*It is free\./)
    expect(await upheldOf(twin.owner)).toBe(0)
    await mailsDone()
    const toReporter = mailServer.inbox.filter(({ to }) => to === copyrightNotice.email)
    expect(toReporter.filter(({ mail }) => mail.includes('Twin raven'))).toEqual([])
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
    expect(await objectionOf(await secretFor(twin))).toMatchObject({ state: 'possible' })
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
    await mailsDone()
    expect(mailServer.inbox.filter(({ to }) => [named, twin].some(({ owner }) => owner.email === to))).toEqual([])
    expect(await upheldOf(twin.owner)).toBe(0)
  })
})

test('one who has the same bytes twice is mailed once, and it counts once', async () => {
  const png = await nextDrawing(64)
  const eve = await createUser(testApp)
  const old = await createImage(testApp, eve, { png, title: 'Old swan' }, admin)
  await callAs(testApp, eve, 'DELETE', `images/delete/${old.id}`)
  const image = await createImage(testApp, eve, { png, title: 'New swan' }, admin)
  await report({ slug: image.slug, reason: 'person' })
  await takeDown(image)
  await runDelayedMails()
  await mailServer.mailTo(eve.email, /New swan/)
  await mailsDone()
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
