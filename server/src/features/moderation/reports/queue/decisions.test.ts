import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setBlock } from '#test/accounts'
import { openMailingApp } from '#test/mail-server'
import { copyrightNotice as notice } from '#test/notices'
import { reportsOf } from '#test/reports'
import { callAs, codeOf, createUser, setStatus } from '#test/test-app'

const { mailServer, testApp, db, ada } = await openMailingApp()
const { admin, report, statusOf, lineOf, details, decide, pageStatus, mailsDone, ...reports } = await reportsOf(testApp)

const publish = (title: string, owner = ada) => reports.publish(title, owner)
/** A picture with a report of this reason. */
async function reported(title: string, reason = 'words', more: object = {}, owner = ada) {
  const image = await publish(title, owner)
  const sent = await report({ slug: image.slug, reason, ...more })
  return { ...image, ...(sent.json() as { secret: string; number: number }) }
}
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
  const receipt = await mailServer.mailTo(notice.email, /we have your report/)
  expect(receipt).toContain(`https://png.example/report/${image.secret}/`)
  await decide(image.id, { verb: 'take_down' })
  expect(await pageStatus(image)).toBe(410)
  expect(await lineOf(image)).toBeUndefined()
  const restored = await callAs(testApp, ada, 'POST', 'images/restore', { image_ids: [image.id] })
  expect(restored.json().code).toBe('image_not_found')
  await mailServer.mailTo(ada.email, /taken it down[\s\S]*own the copyright[\s\S]*png\.example\/counter-notice\//)
  expect(await mailServer.mailTo(notice.email, /What became of your report/)).toContain(`report ${image.number}`)
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
