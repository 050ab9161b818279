import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { setBlock } from '#test/accounts'
import { counterNoticesOf } from '#test/counter-notices'
import { nextDrawing } from '#test/drawings'
import { openMailingApp } from '#test/mail-server'
import { counterNotice, copyrightNotice as notice } from '#test/notices'
import { callAs, codeOf, createImage, createUser, setStatus, type TestUser } from '#test/test-app'
import { returnPictures } from './decide-reports.ts'

const { mailServer, testApp, app, db, ada } = await openMailingApp()
const reports = await counterNoticesOf(testApp, ada)
const { admin, report, statusOf, lineOf, details, decide, pageStatus, mailsDone } = reports
const { send, noticeOf, upheldOf, secretOf, reinstate, keepDown, timePasses } = reports

const publish = (title: string, owner = ada) => reports.publish(title, owner)
async function reported(title: string, reason = 'words', more: object = {}, owner = ada) {
  const image = await publish(title, owner)
  const sent = await report({ slug: image.slug, reason, ...more })
  return { ...image, ...(sent.json() as { secret: string; number: number }) }
}
// One reporter gets ten mails a day.
beforeEach(() => sql`delete from rate_limit`.execute(db))
const mailsWith = (text: string) => mailServer.inbox.filter(({ mail }) => mail.includes(text))

test('a decision hides the picture at once, despite approvals and unblocks; its reports stay open', async () => {
  const carl = await createUser(testApp)
  const image = await reported('Hidden fox', 'person', {}, carl)
  expect((await decide(image.id, { verb: 'hide' })).statusCode).toBe(200)
  expect(await pageStatus(image)).toBe(404)
  expect(await lineOf(image)).toMatchObject({ count: 1, is_withheld: true })
  expect(await statusOf(image.secret)).toMatchObject({ state: 'hide', image: { slug: null } })
  expect((await decide(image.id, { verb: 'hide' })).json().code).toBe('changed_meanwhile')
  for (const is_block of [true, false]) await setBlock(testApp, admin, carl, is_block, { hides_images: is_block })
  expect(await pageStatus(image)).toBe(404)
  for (const status of ['rejected', 'approved']) await setStatus(testApp, admin, [image.id], status)
  expect(await pageStatus(image)).toBe(404)
  await decide(image.id, { verb: 'keep' })
  expect(await pageStatus(image)).toBe(200)
  const { answers } = await statusOf(image.secret)
  expect(answers.map(({ verb }: { verb: string }) => verb)).toEqual(['hide', 'keep'])
})

test('a decision that takes the picture down tells reporter and contributor why and how to object', async () => {
  const image = await reported('Stolen fox', 'copyright', notice)
  await mailServer.mailTo(notice.email, new RegExp(`we have your report[^]*png.example/report/${image.secret}/`))
  await decide(image.id, { verb: 'take_down' })
  expect(await pageStatus(image)).toBe(410)
  expect(await lineOf(image)).toBeUndefined()
  const restored = await callAs(testApp, ada, 'POST', 'images/restore', { image_ids: [image.id] })
  expect(restored.json().code).toBe('image_not_found')
  await mailServer.mailTo(ada.email, /taken it down[\s\S]*own the copyright[\s\S]*png\.example\/counter-notice\//)
  await mailServer.mailTo(notice.email, new RegExp(`What became of your report ${image.number} `))
})

test('a decision is explained to the contributor by a sentence of the admin, which reporters do not get', async () => {
  const image = await reported('Odd fox', 'other', { message: 'Odd.', email: 'odd@people.example' })
  const note = ' It has the logo of a shop in it. '
  expect((await decide(image.id, { verb: 'take_down', note })).statusCode).toBe(200)
  const stored = 'It has the logo of a shop in it.'
  expect((await details(image.id)).decisions).toMatchObject([{ reason: 'other', note: stored }])
  await mailServer.mailTo(ada.email, /The reason: For another reason\.\s+It has the logo of a shop in it\./)
  const answer = await mailServer.mailTo('odd@people.example', /we have taken the picture down/)
  expect(answer).not.toContain('logo')
  const long = await decide(image.id, { verb: 'take_down', note: 'x'.repeat(301) })
  expect(long.json().fields).toMatchObject([{ at: 'note' }])
})

test('a decision is refused while there are reports that the admin has not seen, and answers all', async () => {
  const image = await reported('Busy fox')
  const { last_report_id: seen_report_id } = (await lineOf(image))!
  const { secret } = (await report({ slug: image.slug, reason: 'person' })).json()
  expect(codeOf(await decide(image.id, { verb: 'keep', seen_report_id }))).toEqual([409, 'changed_meanwhile'])
  expect(await lineOf(image)).toMatchObject({ count: 2 })
  expect((await decide(image.id, { verb: 'keep', sentence: 'It fits.' })).statusCode).toBe(200)
  expect(await statusOf(secret)).toMatchObject({ state: 'keep' })
  expect((await details(image.id)).decisions).toMatchObject([{ verb: 'keep', count: 2 }])
  // Also one that is younger than the decision, because this had to wait.
  await sql`update report set at = at + interval '1 minute' where id = ${image.number}`.execute(db)
  expect(await statusOf(image.secret)).toMatchObject({ state: 'keep', answers: [{ sentence: 'It fits.' }] })
})

test('a decision does not hide what is in the trash, and does nothing without open reports', async () => {
  const quiet = await publish('Quiet fox')
  expect((await decide(quiet.id, { verb: 'take_down' })).json().code).toBe('changed_meanwhile')
  expect(await pageStatus(quiet)).toBe(200)
  const image = await reported('Thrown fox', 'person')
  await callAs(testApp, ada, 'DELETE', `images/delete/${image.id}`)
  expect(await lineOf(image)).toMatchObject({ is_deleted: true })
  expect((await decide(image.id, { verb: 'hide' })).json().code).toBe('changed_meanwhile')
  expect(await lineOf(image)).toMatchObject({ is_withheld: false })
})

test('a decision that a picture stays tells its contributor where they were told that it was hidden', async () => {
  const [hidden, shown] = [await reported('Masked fox', 'person'), await reported('Reported fox', 'person')]
  await decide(hidden.id, { verb: 'hide' })
  await mailServer.mailTo(ada.email, /Masked fox[\s\S]*hidden it from visitors/)
  const about = { verb: 'keep', note: 'The person agreed.' }
  for (const { id } of [hidden, shown]) await decide(id, about)
  await mailServer.mailTo(ada.email, /Masked fox[\s\S]*no longer hidden\.\s+The person agreed\./)
  await mailsDone()
  expect(mailsWith('Reported fox')).toEqual([])
})

// Images of the same bytes, by several contributors, of which one was reported: a decision is about all of them.

type Twin = Awaited<ReturnType<typeof createImage>> & { owner: TestUser }

/** The same drawing by new contributors, the first of which was reported. */
async function twins(...titles: string[]) {
  const png = await nextDrawing(64)
  const images = []
  for (const title of titles) {
    const owner = await createUser(testApp)
    images.push({ ...(await createImage(testApp, owner, { png, title }, admin)), owner })
  }
  expect((await report({ slug: images[0]!.slug, ...notice })).statusCode).toBe(201)
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
  await mailServer.mailTo(notice.email, /Twin owl[\s\S]*sent us a counter-notice/)
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
  await report({ slug: two.slug, ...notice })
  const seen = [(await lineOf(one))!.last_report_id, (await lineOf(two))!.last_report_id] as const
  const decideAt = ({ id }: Twin, at: number) => decide(id, { verb: 'take_down', seen_report_id: seen[at] })
  const answers = await Promise.all([one, two].map(decideAt))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await expectStatuses([one, two], 410)
})
