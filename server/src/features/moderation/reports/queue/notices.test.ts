import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { expect, test } from 'vitest'
import { evidenceKey, originalKey } from '#features/images/storage-keys'
import { counterNoticesOf } from '#test/counter-notices'
import { copyrightNotice, counterNotice } from '#test/notices'
import { sha256Of } from '#test/png'
import { codeOf, createUser, hashOf, openAppWithPeople } from '#test/test-app'

const { testApp, app, db, store, ada, bob } = await openAppWithPeople()
const notices = await counterNoticesOf(testApp, ada)
const { admin, report, lineOf, queue, details, allReports, decide, takenDown, send, ...reports } = notices
const publish = (title: string, owner = ada) => reports.publish(title, owner)

const { name, work, signature } = copyrightNotice
const notice = { name, work, signature }

const manyReports = async (slug: string, count: number) => {
  for (let i = 0; i < count; i++) await report({ slug, reason: 'offensive' })
}

test('reports about an image are read page by page, notices of copyright first, open and decided', async () => {
  const image = await publish('Piled fox')
  await report({ slug: image.slug, ...copyrightNotice })
  await manyReports(image.slug, 2 * reportLimits.shown)
  const open = await allReports(image.id)
  expect(open.lengths).toEqual([reportLimits.shown, reportLimits.shown, 1])
  expect(open.reports[0]).toMatchObject({ reason: 'copyright', notice, has_email: true })
  const ids = open.reports.slice(1).map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one))
  const { decision } = (await decide(image.id, { verb: 'take_down' })).json()
  expect(await allReports(image.id)).toEqual({ reports: [], lengths: [0] })
  expect(await allReports(image.id, { decision: String(decision) })).toEqual(open)
  await db.deleteFrom('images').where('id', '=', image.id).execute()
  expect(await allReports(image.id, { decision: String(decision) })).toEqual(open)
})

test('copyright is the reason of a decision that names none, however many reports have another', async () => {
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
  await decide(image.id, { verb: 'hide' })
  expect((await details(image.id)).decisions).toMatchObject([{ reason: 'copyright' }])
})

test('the line of one image is there without open reports, with the notice that a counter-notice answers', async () => {
  const image = await takenDown('Answered fox')
  await send({ secret: image.secret, ...counterNotice })
  const [decision] = (await details(image.id)).decisions
  expect(decision.counter_notice).toMatchObject({ name: counterNotice.name, outcome: null })
  expect((await allReports(image.id, { decision: String(decision.id) })).reports).toMatchObject([{ notice }])

  const quiet = await publish('Quiet fox')
  expect((await queue(`?image=${quiet.id}`)).images).toMatchObject([
    { id: quiet.id, count: 0, first_at: null, last_at: null, last_report_id: 0, reasons: [], counter_notice: null },
  ])
  expect(await lineOf(quiet)).toBeUndefined()
  const line = await queue(`?image=${image.id}`)
  expect(line).toMatchObject({ count: 1, images: [{ id: image.id, is_taken_down: true, count: 0 }] })
  expect(await queue('?image=999999')).toEqual({ count: 0, images: [] })
})

test('other reported images of a contributor are counted and listed, upheld reports apart from others', async () => {
  const kim = await createUser(testApp)
  const decided = async (title: string, verb?: string) => {
    const image = await publish(title, kim)
    await report({ slug: image.slug, reason: 'words' })
    if (verb) await decide(image.id, { verb })
    return image
  }
  const [first, second] = [await decided('Kept', 'keep'), await decided('Corrected', 'correct')]
  const third = await decided('Down', 'take_down')
  const hidden = await decided('Hidden', 'hide')
  const [last, another] = [await decided('Open'), await decided('Open too')]
  expect(await lineOf(last)).toMatchObject({ user: { username: kim.username, upheld: 1, reported: 2 } })
  expect(await details(last.id)).toMatchObject({
    upheld: [{ image_id: third.id, verb: 'take_down', is_reinstated: false }],
    not_upheld: [
      { image_id: second.id, title: 'Corrected', verb: 'correct' },
      { image_id: first.id, title: 'Kept', verb: 'keep', is_reinstated: false },
    ],
  })
  const { count, images } = await queue(`?username=${kim.username}`)
  expect([count, images.map(({ id }) => id)]).toEqual([3, [last.id, another.id, hidden.id]])
})

test('what waits longest is first, but for counter-notices, since a picture returns after each', async () => {
  const lea = await createUser(testApp)
  const [first, second] = [await publish('First', lea), await publish('Second', lea)]
  for (const { slug } of [first, second]) await report({ slug, reason: 'words' })
  const answered = await takenDown('Answered', { owner: lea })
  await send({ secret: answered.secret, ...counterNotice })
  const { images } = await queue(`?username=${lea.username}`)
  expect(images.map(({ id }) => id)).toEqual([answered.id, first.id, second.id])
})

test('admins alone see what was taken down, from where it is kept, and no cache stores it', async () => {
  const image = await takenDown('Kept fox')
  const sha256 = await hashOf(testApp, image)
  const pictureOf = (id: number, headers = {}) => app.inject({ url: `/api/v1/reports/queue/${id}/picture/`, headers })
  const seen = (headers = {}) => pictureOf(image.id, headers)
  const expectPicture = async () => {
    const { statusCode, headers, rawPayload } = await seen(admin.headers)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' })
    expect(sha256Of(rawPayload)).toBe(sha256)
  }
  await expectPicture()
  await expect.poll(() => store.size(originalKey(sha256))).toBeNull()
  await expectPicture()
  for (const { headers } of [ada, bob]) expect(codeOf(await seen(headers))).toEqual([403, 'not_allowed'])
  expect(codeOf(await seen())).toEqual([401, 'not_signed_in'])

  await store.remove(evidenceKey(sha256))
  expect(codeOf(await seen(admin.headers))).toEqual([404, 'image_not_found'])
  const shown = await publish('Shown fox')
  expect(codeOf(await pictureOf(shown.id, admin.headers))).toEqual([409, 'not_taken_down'])
})
