import { expect, test } from 'vitest'
import { counterNoticesOf } from '#test/counter-notices'
import { nextDrawing } from '#test/drawings'
import { openMailingApp } from '#test/mail-server'
import { copyrightNotice, counterNotice } from '#test/notices'
import { callAs, createImage, createUser, type TestUser } from '#test/test-app'
import { returnPictures } from './decide-reports.ts'

// Images of the same bytes, by several contributors, of which one was reported: a decision is about all of them.

const { mailServer, testApp, app, db, ada } = await openMailingApp()
const notices = await counterNoticesOf(testApp, ada)
const { admin, report, lineOf, details, decide, send, noticeOf, upheldOf, secretOf, reinstate, keepDown } = notices
const { statusOf, pageStatus, mailsDone, timePasses } = notices

type Twin = Awaited<ReturnType<typeof createImage>> & { owner: TestUser }

/** The same drawing by new contributors, the first of which was reported. */
async function twins(...titles: string[]) {
  const png = await nextDrawing(64)
  const images = []
  for (const title of titles) {
    const owner = await createUser(testApp)
    images.push({ ...(await createImage(testApp, owner, { png, title }, admin)), owner })
  }
  expect((await report({ slug: images[0]!.slug, ...copyrightNotice })).statusCode).toBe(201)
  return images as [Twin, Twin]
}
const takeDown = async ({ id }: { id: number }) =>
  expect((await decide(id, { verb: 'take_down' })).statusCode).toBe(200)
const secretFor = async ({ id }: Twin) => secretOf((await details(id)).decisions[0].id)
const expectStatuses = (images: Twin[], status: number) =>
  expect.poll(() => Promise.all(images.map(pageStatus))).toEqual(images.map(() => status))

test('the owner of another image of the same bytes is mailed why, and a way to bring all of them back', async () => {
  const [named, twin] = await twins('Named owl', 'Twin owl')
  await takeDown(named)
  const mails = [
    await mailServer.mailTo(named.owner.email, /Named owl[\s\S]*was reported\. We have taken it down/),
    await mailServer.mailTo(twin.owner.email, /the same picture as your image[\s\S]*Twin owl[\s\S]*We have taken/),
  ]
  for (const mail of mails) expect(mail).toContain('own the copyright')
  const secrets = mails.map((mail) => /counter-notice\/([\w-]+)\//.exec(mail)![1]!)
  expect(secrets).toEqual([await secretFor(named), await secretFor(twin)])
  expect(await noticeOf(secrets[1]!)).toMatchObject({ state: 'possible', image: { title: 'Twin owl' } })
  expect([await upheldOf(named.owner), await upheldOf(twin.owner)]).toEqual([1, 1])
  expect((await details(twin.id)).decisions).toMatchObject([{ verb: 'take_down', count: 0 }])

  // Their counter-notice reaches the reporter, and brings all of them back.
  expect((await send({ secret: secrets[1], ...counterNotice })).statusCode).toBe(201)
  await mailServer.mailTo(copyrightNotice.email, /Twin owl[\s\S]*sent us a counter-notice/)
  await timePasses(twin, 18)
  await returnPictures({ backgroundDb: db, log: app.log })
  await expectStatuses([named, twin], 200)
  for (const { owner } of [named, twin]) {
    await mailServer.mailTo(owner.email, /returns to the library/)
    expect(await upheldOf(owner)).toBe(0)
  }
})

test('the owner of the same bytes has theirs kept down with it only where they sent a counter-notice', async () => {
  const all = await twins('Named raven', 'Answering raven')
  await takeDown(all[0])
  const secret = await secretFor(all[1])
  expect((await send({ secret, ...counterNotice })).statusCode).toBe(201)
  expect((await keepDown(all[1], 'They went to court.')).statusCode).toBe(200)
  expect(await noticeOf(secret)).toMatchObject({ state: 'keep_down', sentence: 'They went to court.' })
  expect((await details(all[0].id)).decisions).toMatchObject([{ verb: 'take_down' }])
  expect((await reinstate(all[0], 'It is free.')).statusCode).toBe(200)
  await expectStatuses(all, 200)
  await mailServer.mailTo(all[1].owner.email, /Answering raven[\s\S]*returns to the library[\s\S]*It is free\./)
})

test('the owner of the same bytes has the reports about theirs answered, and a hiding of it ended', async () => {
  const [named, twin] = await twins('Named rail', 'Twin rail')
  const { secret } = (await report({ slug: twin.slug, reason: 'person' })).json()
  await decide(twin.id, { verb: 'hide' })
  await takeDown(named)
  expect(await statusOf(secret)).toMatchObject({ state: 'take_down' })
  expect(await lineOf(twin)).toBeUndefined()
  await reinstate(named)
  await expectStatuses([named, twin], 200)
})

test('one who has the same bytes twice is mailed once, and it counts once', async () => {
  const png = await nextDrawing(64)
  const eve = await createUser(testApp)
  const old = await createImage(testApp, eve, { png, title: 'Old swan' }, admin)
  await callAs(testApp, eve, 'DELETE', `images/delete/${old.id}`)
  const image = await createImage(testApp, eve, { png, title: 'New swan' }, admin)
  await report({ slug: image.slug, reason: 'person' })
  await takeDown(image)
  await mailServer.mailTo(eve.email, /New swan/)
  await mailsDone()
  expect(await upheldOf(eve)).toBe(1)
  expect(mailServer.inbox.filter(({ mail }) => mail.includes('Old swan'))).toEqual([])
})

test('of two admins who take down two of them at the same moment the second finds it decided', async () => {
  const [one, two] = await twins('One', 'Two')
  await report({ slug: two.slug, ...copyrightNotice })
  const seen = [(await lineOf(one))!.last_report_id, (await lineOf(two))!.last_report_id] as const
  const decideAt = ({ id }: Twin, at: number) => decide(id, { verb: 'take_down', seen_report_id: seen[at] })
  const answers = await Promise.all([one, two].map(decideAt))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await expectStatuses([one, two], 410)
})
