import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { describe, expect, test } from 'vitest'
import { addObjection } from '#features/reports/objections/objections.sql'
import { copyrightNotice, counterNotice } from '#test/notices'
import { objectionsOf } from '#test/objections'
import { createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const ada = await createUser(testApp)
const { report, lineOf, queue, details, allReports, decide, takenDown, send, ...reports } = await objectionsOf(
  testApp,
  ada,
)
const publish = (title: string, owner = ada) => reports.publish(title, owner)

const { name, work, signature } = copyrightNotice
const notice = { name, work, signature }

const manyReports = async (slug: string, count: number) => {
  for (let i = 0; i < count; i++) await report({ slug, reason: 'offensive' })
}

describe('the reports about an image', () => {
  test('are read page by page, notices of copyright first, open and after a decision', async () => {
    const image = await publish('Piled fox')
    await report({ slug: image.slug, ...copyrightNotice })
    await manyReports(image.slug, 2 * reportLimits.shown)
    const open = await allReports(image.id)
    expect(open.lengths).toEqual([reportLimits.shown, reportLimits.shown, 1])
    expect(open.reports[0]).toMatchObject({ reason: 'copyright', notice, has_email: true })
    const ids = open.reports.slice(1).map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one))
    const { decision } = (await decide(image.id, { outcome: 'taken_down' })).json()
    expect(await allReports(image.id)).toEqual({ reports: [], lengths: [0] })
    expect(await allReports(image.id, { decision: String(decision) })).toEqual(open)
    await db.deleteFrom('images').where('id', '=', image.id).execute()
    expect(await allReports(image.id, { decision: String(decision) })).toEqual(open)
  })

  test('are not closed by a decision whose admin has not read all notices of copyright', async () => {
    const image = await publish('Unread fox')
    for (let i = 0; i < 2; i++) await report({ slug: image.slug, ...copyrightNotice })
    await report({ slug: image.slug, reason: 'words' })
    for (const outcome of ['unchanged', 'corrected', 'taken_down']) {
      const refused = await decide(image.id, { outcome, seen_notices: 1 })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'notices_unseen'])
    }
    expect(await lineOf(image)).toMatchObject({ count: 3 })
    expect((await decide(image.id, { outcome: 'withheld', seen_notices: 0 })).statusCode).toBe(200)
    expect((await decide(image.id, { outcome: 'unchanged', seen_notices: 2 })).statusCode).toBe(200)
  })

  test('have copyright as the reason of a decision that names none, however many have another', async () => {
    const image = await publish('Mixed fox')
    await manyReports(image.slug, 3)
    await report({ slug: image.slug, reason: 'words' })
    expect(await lineOf(image)).toMatchObject({
      reasons: [
        { reason: 'offensive', count: 3 },
        { reason: 'words', count: 1 },
      ],
    })
    await report({ slug: image.slug, ...copyrightNotice })
    expect((await lineOf(image))!.reasons[0]).toEqual({ reason: 'copyright', count: 1 })
    await decide(image.id, { outcome: 'withheld' })
    expect((await details(image.id)).decisions).toMatchObject([{ reason: 'copyright' }])
  })

  test('have that reason too where a notice was closed by a decision whose answers wait', async () => {
    const image = await publish('Twice decided fox')
    await report({ slug: image.slug, ...copyrightNotice })
    await decide(image.id, { outcome: 'unchanged' })
    await report({ slug: image.slug, reason: 'words' })
    await decide(image.id, { outcome: 'taken_down' })
    expect((await details(image.id)).decisions[0]).toMatchObject({ reason: 'copyright', count: 2 })
  })
})

describe('the line of one image', () => {
  test('is there without open reports, with the notice that a counter-notice answers', async () => {
    const image = await takenDown('Answered fox')
    await send({ secret: image.secret, ...counterNotice })
    const [decision] = (await details(image.id)).decisions
    expect(decision.objection).toMatchObject({ kind: 'counter_notice', outcome: null })
    expect((await allReports(image.id, { decision: String(decision.id) })).reports).toMatchObject([{ notice }])

    const quiet = await publish('Quiet fox')
    expect((await queue(`?image=${quiet.id}`)).images).toMatchObject([
      { id: quiet.id, count: 0, first_at: null, last_at: null, last_report_id: 0, reasons: [], objection: null },
    ])
    expect(await lineOf(quiet)).toBeUndefined()
    const line = await queue(`?image=${image.id}`)
    expect(line).toMatchObject({ count: 1, images: [{ id: image.id, is_taken_down: true, count: 0 }] })
    expect(await queue('?image=999999')).toEqual({ count: 0, images: [] })
  })

  test('has the last objection alone where two decisions have one', async () => {
    const image = await takenDown('Contested fox', { reported: { reason: 'offensive' } })
    await send({ secret: image.secret, kind: 'objection', message: 'It is a fox.' })
    const [earlier] = (await queue(`?image=${image.id}`)).images as unknown as { objection: { id: number } }[]
    const { id: decision_id } = await db
      .insertInto('report_decision')
      .values({
        ...{ image_id: image.id, image_title: 'Contested fox', owner_id: ada.id, decided_by: null },
        ...{ outcome: 'taken_down', reason: 'copyright', sentence: '', report_count: 0, was_withheld: false },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addObjection(db, decision_id, { kind: 'counter_notice', message: '', notice: null }, 18)
    const { objection } = (await lineOf(image)) as unknown as { objection: { id: number; kind: string } }
    expect(objection).toMatchObject({ kind: 'counter_notice', returns_at: expect.stringMatching(/Z$/) })
    expect(objection.id).toBeGreaterThan(earlier!.objection.id)
    await db.updateTable('objection').set({ outcome: 'kept_down', decided_at: new Date() }).execute()
  })
})

test('reports about other images of a contributor that ended are read, upheld ones apart from others', async () => {
  const kim = await createUser(testApp)
  const decided = async (title: string, outcome?: string) => {
    const image = await publish(title, kim)
    await report({ slug: image.slug, reason: 'words' })
    if (outcome) await decide(image.id, { outcome })
    return image
  }
  const [first, second] = [await decided('Kept', 'unchanged'), await decided('Corrected', 'corrected')]
  const third = await decided('Down', 'taken_down')
  await decided('Hidden', 'withheld')
  const last = await decided('Open')
  expect(await lineOf(last)).toMatchObject({ user: { username: kim.username, upheld: 1, reported: 1 } })
  expect(await details(last.id)).toMatchObject({
    upheld: [{ image_id: third.id, outcome: 'taken_down', is_returned: false }],
    not_upheld: [
      { image_id: second.id, title: 'Corrected', outcome: 'corrected' },
      { image_id: first.id, title: 'Kept', outcome: 'unchanged', is_returned: false },
    ],
  })
  expect((await app.inject(`/api/v1/reports/queue/${last.id}/reports/`)).statusCode).toBe(401)
})
