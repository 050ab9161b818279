import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setBlock } from '#test/accounts'
import { nextDrawing } from '#test/drawings'
import { copyrightNotice as notice } from '#test/notices'
import { openMailingApp, reportsOf } from '#test/reports'
import { callAs, createImage, createUser, setStatus } from '#test/test-app'

const { mailServer, testApp } = await openMailingApp()
const { db } = testApp
const ada = await createUser(testApp)
const { admin, report, statusOf, lineOf, details, decide, undo, pageStatus, runDelayedMails, mailsDone, ...reports } =
  await reportsOf(testApp)

const publish = (title: string, owner = ada) => reports.publish(title, owner)
/** A picture with a report of this reason. */
async function reported(title: string, reason = 'words', more: object = {}, owner = ada) {
  const image = await publish(title, owner)
  const sent = await report({ slug: image.slug, reason, ...more })
  return { ...image, ...(sent.json() as { secret: string; number: number }) }
}
const mailsWith = (text: string) => mailServer.inbox.filter(({ mail }) => mail.includes(text))

describe('a decision', () => {
  test('that hides the picture takes it out at once, and its reports stay open', async () => {
    const image = await reported('Hidden fox', 'person')
    expect((await decide(image.id, { outcome: 'withheld' })).statusCode).toBe(200)
    expect(await pageStatus(image)).toBe(404)
    expect(await lineOf(image)).toMatchObject({ count: 1, is_withheld: true })
    expect(await statusOf(image.secret)).toMatchObject({ state: 'withheld', image: { slug: null } })
    expect((await decide(image.id, { outcome: 'withheld' })).json().code).toBe('changed_meanwhile')
    await decide(image.id, { outcome: 'unchanged' })
    expect(await pageStatus(image)).toBe(200)
    const { answers } = await statusOf(image.secret)
    expect(answers.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['withheld', 'unchanged'])
  })

  test('that takes the picture down tells reporter and contributor why and how to object', async () => {
    const image = await reported('Stolen fox', 'copyright', notice)
    const receipt = await mailServer.mailTo(notice.email, /we have your report/)
    expect(receipt).toContain(`https://png.example/report/${image.secret}/`)
    await decide(image.id, { outcome: 'taken_down' })
    expect(await pageStatus(image)).toBe(410)
    expect(await lineOf(image)).toBeUndefined()
    const restored = await callAs(testApp, ada, 'POST', 'images/restore', { image_ids: [image.id] })
    expect(restored.json().code).toBe('image_not_found')
    await runDelayedMails()
    await mailServer.mailTo(ada.email, /We have taken it down[\s\S]*own the copyright[\s\S]*png\.example\/objection\//)
    expect(await mailServer.mailTo(notice.email, /What became of your report/)).toContain(`report ${image.number}`)
  })

  test('is explained to the contributor by a sentence of the admin, which reporters do not get', async () => {
    const image = await reported('Odd fox', 'other', { message: 'Odd.', email: 'odd@people.example' })
    const owner_sentence = ' It has the logo of a shop in it. '
    expect((await decide(image.id, { outcome: 'taken_down', owner_sentence })).statusCode).toBe(200)
    const stored = 'It has the logo of a shop in it.'
    expect((await details(image.id)).decisions).toMatchObject([{ reason: 'other', owner_sentence: stored }])
    await runDelayedMails()
    await mailServer.mailTo(ada.email, /The reason: For another reason\.\s+It has the logo of a shop in it\./)
    const answer = await mailServer.mailTo('odd@people.example', /we have taken the picture down/)
    expect(answer).not.toContain('logo')
    const long = await decide(image.id, { outcome: 'taken_down', owner_sentence: 'x'.repeat(301) })
    expect(long.json().fields).toMatchObject([{ at: 'owner_sentence' }])
  })

  test.each(['unchanged', 'corrected', 'withheld', 'taken_down'])(
    '%s is taken back, and no mail leaves',
    async (outcome) => {
      const file = { png: await nextDrawing(64), title: `Undone ${outcome}` }
      const image = await createImage(testApp, ada, file, admin)
      const email = `${outcome}@people.example`
      const { secret } = (await report({ slug: image.slug, reason: 'words', email })).json()
      await mailServer.mailTo(email, /we have your report/)
      mailServer.clear()
      const { decision } = (await decide(image.id, { outcome })).json()
      expect((await undo(decision)).statusCode).toBe(200)
      // What was taken down is back when its files are.
      await expect.poll(() => pageStatus(image)).toBe(200)
      expect(await lineOf(image)).toMatchObject({ count: 1, is_withheld: false })
      expect(await statusOf(secret)).toMatchObject({ state: 'open', answers: [] })
      expect((await undo(decision)).json().code).toBe('report_not_found')
      await runDelayedMails()
      await mailsDone()
      expect(mailsWith(`Undone ${outcome}`)).toEqual([])
    },
  )

  test('cannot be taken back once its mails have left', async () => {
    const image = await reported('Late fox')
    const { decision } = (await decide(image.id, { outcome: 'unchanged' })).json()
    await sql`update report_decision set at = now() - interval '6 minutes' where id = ${decision}`.execute(db)
    expect((await undo(decision)).json().code).toBe('too_late')
  })

  test('is refused while there are reports that the admin has not seen, and counts what it closes', async () => {
    const image = await reported('Busy fox')
    const { last_report_id: seen_report_id } = (await lineOf(image))!
    const { secret } = (await report({ slug: image.slug, reason: 'person' })).json()
    const early = await decide(image.id, { outcome: 'unchanged', seen_report_id })
    expect([early.statusCode, early.json().code]).toEqual([409, 'changed_meanwhile'])
    expect(await lineOf(image)).toMatchObject({ count: 2 })
    expect((await decide(image.id, { outcome: 'unchanged' })).statusCode).toBe(200)
    expect(await statusOf(secret)).toMatchObject({ state: 'unchanged' })
    expect((await details(image.id)).decisions).toMatchObject([{ outcome: 'unchanged', count: 2 }])
  })

  test('does not hide what is in the trash', async () => {
    const image = await reported('Thrown fox', 'person')
    await callAs(testApp, ada, 'DELETE', `images/delete/${image.id}`)
    expect(await lineOf(image)).toMatchObject({ is_deleted: true })
    expect((await decide(image.id, { outcome: 'withheld' })).json().code).toBe('changed_meanwhile')
    expect(await lineOf(image)).toMatchObject({ is_withheld: false })
  })

  test('stands on the page of a report that is younger than it, because the decision had to wait', async () => {
    const image = await reported('Waiting fox')
    await decide(image.id, { outcome: 'unchanged', sentence: 'It fits.' })
    await sql`update report set at = at + interval '1 minute' where id = ${image.number}`.execute(db)
    expect(await statusOf(image.secret)).toMatchObject({ state: 'unchanged', answers: [{ sentence: 'It fits.' }] })
  })

  test('about a picture without open reports changes nothing', async () => {
    const image = await publish('Quiet fox')
    expect((await decide(image.id, { outcome: 'taken_down' })).json().code).toBe('changed_meanwhile')
    expect(await pageStatus(image)).toBe(200)
  })

  test('replaces the mails of earlier ones that have not left, and answers their reporters again', async () => {
    const image = await reported('Doubted fox', 'words', { email: 'first@people.example' })
    await decide(image.id, { outcome: 'withheld' })
    await decide(image.id, { outcome: 'unchanged' })
    await report({ slug: image.slug, reason: 'person', email: 'later@people.example' })
    const { decision } = (await decide(image.id, { outcome: 'taken_down' })).json()
    expect(await statusOf(image.secret)).toMatchObject({ state: 'taken_down' })
    expect((await details(image.id)).decisions[0]).toMatchObject({ id: decision, count: 2 })
    await runDelayedMails()
    await mailServer.mailTo(ada.email, /Doubted fox[\s\S]*We have taken it down/)
    for (const email of ['first@people.example', 'later@people.example'])
      await mailServer.mailTo(email, /we have taken the picture down/)
    await mailsDone()
    const earlier = mailServer.inbox.filter(({ to }) => /^(first|later)@/.test(to)).map(({ mail }) => mail)
    expect(earlier.filter((mail) => /keep it as it is|hidden it/.test(mail))).toEqual([])
    expect(mailsWith('Doubted fox').filter(({ mail }) => /hidden|keep it/.test(mail))).toEqual([])
  })

  test('that is taken back leaves the contributor the mail of the one before it', async () => {
    const image = await reported('Wavering fox', 'person')
    await decide(image.id, { outcome: 'withheld' })
    const { decision } = (await decide(image.id, { outcome: 'unchanged' })).json()
    await runDelayedMails()
    await mailsDone()
    await undo(decision)
    await runDelayedMails()
    await mailServer.mailTo(ada.email, /Wavering fox[\s\S]*hidden it from visitors/)
  })

  test('that a picture stays tells its contributor where they were told that it was hidden', async () => {
    const [hidden, shown] = [await reported('Masked fox', 'person'), await reported('Reported fox', 'person')]
    await decide(hidden.id, { outcome: 'withheld' })
    await runDelayedMails()
    await mailServer.mailTo(ada.email, /Masked fox[\s\S]*hidden it from visitors/)
    const about = { outcome: 'unchanged', owner_sentence: 'The person agreed.' }
    for (const { id } of [hidden, shown]) await decide(id, about)
    await runDelayedMails()
    await mailServer.mailTo(ada.email, /Masked fox[\s\S]*no longer hidden\.\s+The person agreed\./)
    await mailsDone()
    expect(mailsWith('Reported fox')).toEqual([])
  })

  test('is mailed again to who was answered before it was taken back', async () => {
    const image = await reported('Answered fox', 'words', { email: 'answered@people.example' })
    const { decision } = (await decide(image.id, { outcome: 'unchanged' })).json()
    await runDelayedMails()
    await mailServer.mailTo('answered@people.example', /keep it as it is/)
    await undo(decision)
    await decide(image.id, { outcome: 'corrected' })
    await runDelayedMails()
    await mailServer.mailTo('answered@people.example', /we have corrected it/)
  })
})

test('a withheld picture stays hidden when it is approved again and when its owner’s block ends', async () => {
  const carl = await createUser(testApp)
  const image = await reported('Twice hidden', 'person', {}, carl)
  await decide(image.id, { outcome: 'withheld' })
  for (const is_block of [true, false]) await setBlock(testApp, admin, carl, is_block, { hides_images: is_block })
  expect(await pageStatus(image)).toBe(404)
  for (const status of ['rejected', 'approved']) await setStatus(testApp, admin, [image.id], status)
  expect(await pageStatus(image)).toBe(404)
  await decide(image.id, { outcome: 'unchanged' })
  expect(await pageStatus(image)).toBe(200)
})
