import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { profileOf } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { runWaitingJobs } from '#test/due-jobs'
import { openMailingApp } from '#test/mail-server'
import { aNewPng } from '#test/png'
import { codeOf, createImage, createUser, type TestUser } from '#test/test-app'
import { forgetDecisions } from './decisions.sql.ts'

const { mailServer, testApp, app, db, ada } = await openMailingApp()
const bob = await createUser(testApp)
const [admin, second] = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')]
const mailsTo = ({ email }: TestUser) => mailServer.inbox.filter(({ to }) => to === email)
const mailTo = ({ email }: TestUser) => mailServer.mailTo(email, /^/)

const passHalfAnHour = ({ id }: TestUser) =>
  sql`update decision set at = at - interval '30 minutes' where owner_id = ${id}`.execute(db)
async function mailNow(person: TestUser) {
  await passHalfAnHour(person)
  await runWaitingJobs(db, `decisions ${person.id}`)
}
const { call, list, listed, update, updateMany, ...backOffice } = backOfficeOf(testApp)
const image = (title: string, owner = ada) => backOffice.image(title, owner)
const history = async (person: TestUser, id: number) => (await list(person, `history/${id}`)).decisions

test('a rejection is shown to its contributor with reason and note until they change the image', async () => {
  const one = await image('Halo')
  const refused = await update(admin, one.id, { status: 'rejected', reason: 'ugly' })
  expect(refused.json().fields).toEqual([{ at: 'reason', message: 'There is no such reason' }])
  await update(ada, one.id, { status: 'rejected', reason: 'fringe' }) // which contributors cannot
  expect([await history(ada, one.id), (await listed(ada, one.id)).status]).toEqual([[], 'pending'])
  await update(admin, one.id, { status: 'rejected', reason: 'fringe', note: ' Look at the hair. ' })
  const at = expect.stringMatching(/^\d{4}-/)
  const rejection = { reason: 'fringe', note: 'Look at the hair.', at, may_disagree: true }
  expect(await listed(ada, one.id)).toMatchObject({ status: 'rejected', rejection })
  await update(ada, one.id, { title: 'Halo, fixed' })
  expect(await listed(ada, one.id)).toMatchObject({ status: 'pending', rejection: null })
})

test('a contributor disagrees once with a rejection, and the image is reviewed again', async () => {
  const one = await image('Lace')
  const disagree = (person: TestUser, disagreement = ' The holes are meant. ') =>
    update(person, one.id, { disagreement })
  const refused = [400, 'no_disagreement']
  expect(codeOf(await disagree(ada))).toEqual(refused)
  await update(admin, one.id, { status: 'rejected', reason: 'quality' })
  expect((await listed(ada, one.id)).rejection.may_disagree).toBe(true)
  expect((await disagree(bob)).json().code).toBe('not_your_images')
  expect(codeOf(await disagree(admin))).toEqual(refused)
  expect((await disagree(ada)).statusCode).toBe(200)
  expect((await listed(ada, one.id)).status).toBe('pending')
  expect(await history(admin, one.id)).toMatchObject([{ status: 'rejected', disagreement: 'The holes are meant.' }])
  await update(admin, one.id, { status: 'rejected', reason: 'cropped' })
  expect((await listed(ada, one.id)).rejection).toMatchObject({ reason: 'cropped', may_disagree: false })
  expect(codeOf(await disagree(ada))).toEqual(refused)
})

test('a second rejection with another reason or note is a new decision; a repetition is none', async () => {
  const one = await image('Rejected again')
  for (const why of [{ reason: 'fringe' }, { reason: 'fringe', note: 'At the ear.' }, { note: 'Still.' }, {}]) {
    await update(admin, one.id, { status: 'rejected', ...why })
    await update(admin, one.id, { status: 'rejected', ...why })
  }
  const all = (await history(admin, one.id)) as { reason: string | null; note: string }[]
  expect(all.map(({ reason, note }) => [reason, note])).toEqual([
    [null, 'Still.'],
    ['fringe', 'At the ear.'],
    ['fringe', ''],
  ])
})

test('the history of an image lists every decision; only admins see who made it', async () => {
  const one = await image('Debated')
  await update(admin, one.id, { status: 'rejected', reason: 'quality' })
  await update(second, one.id, { status: 'approved', reason: 'quality', note: 'no reason for this' })
  await update(second, one.id, { status: 'approved', title: 'Debated, renamed' })
  const common = { at: expect.any(String), note: '', about_edit: false, is_automatic: false, disagreement: null }
  const all = [
    { ...common, status: 'approved', reason: null, by: second.username },
    { ...common, status: 'rejected', reason: 'quality', by: admin.username },
  ]
  expect(await history(admin, one.id)).toEqual(all)
  expect(await history(ada, one.id)).toEqual(all.map((decision) => ({ ...decision, by: null })))
})

test('a decision is refused, for all images of its call, when one of them was decided meanwhile', async () => {
  const [one, other] = [await image('First of two'), await image('Second of two')]
  const { version: seen } = await listed(ada, one.id)
  expect((await update(admin, one.id, { status: 'approved', version: seen })).statusCode).toBe(200)
  const stale = { status: 'rejected', version: seen }
  expect(codeOf(await update(second, one.id, stale))).toEqual([409, 'changed_meanwhile'])
  const payload = { image_ids: [one.id, other.id], status: 'rejected', versions: [seen, 1] }
  expect((await call('PUT', 'bulk-update', second, payload)).json().code).toBe('changed_meanwhile')
  expect((await updateMany(second, payload)).json().code).toBe('changed_meanwhile')
  const { version, status } = await listed(ada, one.id)
  expect([status, (await listed(ada, other.id)).status]).toEqual(['approved', 'pending'])
  const known = { ...payload, versions: [version, 1] }
  expect((await call('PUT', 'bulk-update', second, known)).json()).toMatchObject({ count: 2 })
})

describe('the mail about decisions', () => {
  test('lists all current decisions once, with their reasons, half an hour after the first', async () => {
    const carl = await createUser(testApp)
    const fine = await createImage(testApp, carl, { png: aNewPng(), title: 'Fine kite' })
    const flawed = await createImage(testApp, carl, { png: aNewPng(), title: 'Flawed kite' })
    const [undecided, foreign] = [await image('Undecided kite', carl), await image('Bob’s own', bob)]
    await update(admin, fine.id, { status: 'rejected', reason: 'similar' })
    await update(admin, fine.id, { status: 'approved' })
    await update(admin, flawed.id, { status: 'rejected', reason: 'fringe', note: 'At the tail.' })
    await update(admin, undecided.id, { status: 'approved' })
    await update(admin, undecided.id, { status: 'pending' })
    await update(admin, foreign.id, { status: 'approved' })
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs
      where task_identifier = 'mail_decisions' and key = ${`decisions ${carl.id}`}`.execute(db)
    expect(rows).toEqual([{ minutes: 30 }])

    await mailNow(carl)
    const mail = await mailTo(carl)
    expect(mail).toContain('Subject: 2 images reviewed at Vitrine')
    expect(mail).toContain('We have reviewed 2 images of yours: 1 approved, 1 not.')
    expect(mail).toContain(`https://png.example/image/${fine.slug}/`)
    expect(mail).toContain('Flawed kite: Not approved. A halo of the old background is left around the')
    expect(mail).toContain(`/contributor/${carl.username}/total-images/?title=${flawed.id}&image=${flawed.id}`)
    expect(mail.match(/Content-Type: image\/png/g)).toHaveLength(2)
    expect(mail).toMatch(/src="cid:thumbnail-2"/)
    expect(mail).not.toContain('Undecided')
    const ofFine = db.selectFrom('decision').select('id').where('image_id', '=', fine.id)
    // The job marks them once the mail is written.
    await expect.poll(() => ofFine.where('mailed_at', 'is', null).execute()).toEqual([])
  })

  test('has no decision that can be undone still; the next mail has it', async () => {
    const dave = await createUser(testApp)
    const [old, young] = [await image('Old news', dave), await image('Young news', dave)]
    await update(admin, old.id, { status: 'approved' })
    await passHalfAnHour(dave)
    await update(admin, young.id, { status: 'approved' })
    await runWaitingJobs(db, `decisions ${dave.id}`)
    expect(await mailTo(dave)).toContain('Subject: one image reviewed')
    const unmailed = db.selectFrom('decision').select('image_id').where('owner_id', '=', dave.id)
    await expect.poll(() => unmailed.where('mailed_at', 'is', null).execute()).toEqual([{ image_id: young.id }])
    await mailNow(dave)
    await expect.poll(() => mailsTo(dave)).toHaveLength(2)
    expect(mailsTo(dave)).toContainEqual(expect.objectContaining({ mail: expect.stringContaining('Young news') }))
  })

  test('tells which edits of public images are live, and why others are not', async () => {
    const eve = await createUser(testApp)
    const [good, bad] = [await image('Acorn', eve), await image('Chestnut', eve)]
    for (const one of [good, bad]) await update(admin, one.id, { status: 'approved' })
    await sql`update decision set mailed_at = now()`.execute(db)
    await update(eve, good.id, { title: 'Oak acorn' })
    await update(eve, bad.id, { title: 'BUY NOW' })
    await update(admin, good.id, { status: 'approved' })
    await update(admin, bad.id, { status: 'rejected', note: 'No advertising.' })
    await mailNow(eve)
    const mail = await mailTo(eve)
    const text = mail.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Oak acorn: Your edit is live.')
    expect(text).toContain('Chestnut: Edit rejected: No advertising. The image stays as it was.')
    expect(mail).not.toContain('now in the library')
  })

  test('is followed by another one when there are too many decisions for one mail', async () => {
    const dora = await createUser(testApp)
    const one = await image('Thousand times', dora)
    await sql`
      insert into decision (image_id, owner_id, decided_by, status)
      select ${one.id}, ${dora.id}, ${admin.id}, 'approved' from generate_series(1, 1001)
    `.execute(db)
    await update(admin, one.id, { status: 'approved' })
    await mailNow(dora)
    await mailTo(dora)
    const next = sql`
      select from graphile_worker.jobs
      where key = ${`decisions ${dora.id}`} and run_at > now() + interval '1 minute'`
    await expect.poll(async () => (await next.execute(db)).rows).toHaveLength(1)
  })

  test('is stopped on the profile, or by the mail program with one click, or by a button', async () => {
    const erin = await createUser(testApp)
    const decide = async (title: string) => {
      await update(admin, (await image(title, erin)).id, { status: 'approved' })
      await mailNow(erin)
    }
    await decide('Told')
    const mail = await mailTo(erin)
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, url = ''] = /List-Unsubscribe:\s+<https:\/\/png\.example([^>]+)>/.exec(mail) ?? []
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const click = (url: string) => app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })
    expect((await click(url.replace(/.\/$/, '!/'))).json().code).toBe('wrong_unsubscribe_link')
    expect((await app.inject(url)).body).toContain('Press the button, and we mail you no more about decisions.')
    expect((await profileOf(testApp, erin)).has_decision_mails).toBe(true)
    expect((await click(url)).statusCode).toBe(200)
    expect((await profileOf(testApp, erin)).has_decision_mails).toBe(false)

    await decide('Not told')
    const unmailed = db.selectFrom('decision').select('id').where('owner_id', '=', erin.id)
    await expect.poll(() => unmailed.where('mailed_at', 'is', null).execute()).toEqual([])
    expect(mailsTo(erin)).toHaveLength(1)
  })
})

test('decisions outlive a deleted image until their time is over, or their contributor leaves', async () => {
  const [one, other, shown] = [await image('Deleted'), await image('Left', bob), await image('Shown')]
  for (const { id } of [one, other, shown]) await update(admin, id, { status: 'rejected' })
  const ids = [one.id, other.id, shown.id]
  const left = async () => {
    await forgetDecisions(db, { EVIDENCE_DAYS: 1095 })
    const rows = await db.selectFrom('decision').select('image_id').where('image_id', 'in', ids).orderBy('id').execute()
    return rows.map(({ image_id }) => image_id)
  }
  await db.deleteFrom('images').where('id', 'in', [one.id, other.id]).execute()
  expect(await left()).toEqual(ids)
  await sql`update users set closed_at = now() where id = ${bob.id}`.execute(db)
  expect(await left()).toEqual([one.id, shown.id])
  await sql`update decision set at = at - interval '1096 days' where image_id = any(${ids})`.execute(db)
  expect(await left()).toEqual([shown.id])
  await sql`update users set closed_at = null where id = ${bob.id}`.execute(db)
})
