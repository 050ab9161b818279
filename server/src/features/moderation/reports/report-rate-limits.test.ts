import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runWaitingJobs } from '#test/due-jobs'
import { openMailingApp } from '#test/mail-server'
import { reportsOf } from '#test/reports'

const { mailServer, testApp, db, ada } = await openMailingApp()
const { admin, report, statusOf, queue, lineOf, decide, runDigest, mailsDone, ...reports } = await reportsOf(testApp)
const publish = (title: string) => reports.publish(title, ada)

/** Answers that wait for another day. */
const waitingAnswers = async () => {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier = 'mail_report_answer' and run_at > now()`.execute(db)
  return rows
}

test('many reports of one network are throttled: the queue stays usable, and the admins get one mail', async () => {
  const image = await publish('Popular fox')
  await sql`delete from graphile_worker._private_jobs where key = 'report digest'`.execute(db)
  const statuses: Record<number, number> = {}
  const attempt = async () => {
    const { statusCode } = await report({ slug: image.slug, reason: 'offensive' }, '203.0.113.9')
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  // As many at once as there are connections, since who waits too long for one is answered with 503.
  for (let sent = 0; sent < 20; sent += 5) await Promise.all(Array.from({ length: 5 }, attempt))
  expect(statuses).toEqual({ 201: 3, 429: 17 })
  expect(await lineOf(image)).toMatchObject({ count: 3, networks: 1 })
  const jobs = await sql`select from graphile_worker.jobs where key = 'report digest'`.execute(db)
  expect(jobs.rows).toHaveLength(1)
  expect((await report({ slug: image.slug, reason: 'words' }, '203.0.113.10')).statusCode).toBe(201)
  // Those that were refused because of their picture do not count for others.
  const other = await publish('Fox beside it')
  expect((await report({ slug: other.slug, reason: 'offensive' }, '203.0.113.9')).statusCode).toBe(201)
  await runDigest()
  await mailServer.mailTo(admin.email, /reported at Vitrine/)
  await runDigest()
  await mailsDone()
  expect(mailServer.inbox.filter(({ to }) => to === admin.email)).toHaveLength(1)
})

test('many reports of one network about many images are throttled too', async () => {
  const images = []
  for (let i = 0; i < 11; i++) images.push(await publish(`Fox ${i} of eleven`))
  const statuses: number[] = []
  for (const { slug } of images) statuses.push((await report({ slug, reason: 'offensive' }, '2001:db8::1')).statusCode)
  expect(statuses).toEqual([...Array(10).fill(201), 429])
})

test('many reports in the name of one address get ten mails a day; a later one waits', async () => {
  const inbox = () => mailServer.inbox.filter(({ to }) => /^victim/i.test(to))
  const reportFor = async (email: string) => {
    const image = await publish(`Fox for ${email}`)
    expect((await report({ slug: image.slug, reason: 'words', email })).statusCode).toBe(201)
    return image
  }
  const first = await reportFor('victim@people.example')
  for (let i = 1; i < reportLimits.mailsPerDay; i++) await reportFor(`victim+${i}@people.example`)
  await expect.poll(inbox).toHaveLength(reportLimits.mailsPerDay)
  await sql`
    update rate_limit set allowed_at = allowed_at - interval '2 hours', expires_at = expires_at - interval '2 hours'
  `.execute(db)
  await reportFor('Victim@people.example')
  await mailsDone()
  await decide(first.id, { verb: 'keep' })
  await runDigest()
  await expect.poll(waitingAnswers).toHaveLength(1)
  expect(inbox()).toHaveLength(reportLimits.mailsPerDay)
  await sql`delete from rate_limit`.execute(db)
  await runWaitingJobs(db)
  await mailServer.mailTo('victim@people.example', /What became of your report/)
})

test('many reports about one picture are one line, and one decision answers them all', async () => {
  const image = await publish('Reported fox')
  const secrets: string[] = []
  const count = 2 * reportLimits.shown
  for (let i = 0; i < count; i++) {
    const email = i % reportLimits.shown === 0 ? 'twice@people.example' : ''
    const reason = i % 4 ? 'transparency' : 'words'
    secrets.push((await report({ slug: image.slug, reason, email })).json().secret)
  }
  const before = await queue()
  expect(before.images.filter(({ id }) => id === image.id)).toHaveLength(1)
  const quarters = Object.entries({ transparency: 3, words: 1 })
  const reasons = quarters.map(([reason, times]) => ({ reason, count: (times * count) / 4 }))
  expect(await lineOf(image)).toMatchObject({ count, reasons, user: { username: ada.username } })
  expect((await decide(image.id, { verb: 'correct' })).statusCode).toBe(200)
  expect((await queue()).count).toBe(before.count - 1)
  for (const secret of [secrets[0]!, secrets.at(-1)!])
    expect(await statusOf(secret)).toMatchObject({ state: 'correct' })
  await runDigest()
  await mailServer.mailTo('twice@people.example', /What became of your report/)
  await mailServer.mailTo(ada.email, /was reported/)
  await mailsDone()
  expect(mailServer.inbox.filter(({ mail }) => /What became of/.test(mail))).toHaveLength(1)
})
