import { sql } from 'kysely'
import { expect } from 'vitest'
import { runWaitingJobs } from './due-jobs.ts'
import { copyrightNotice } from './notices.ts'
import { callAs, createUser, publishImage, type TestApp, type TestUser } from './test-app.ts'

/** What visitors and an admin do with reports, by API calls. */
export async function reportsOf(testApp: TestApp) {
  const { app, db } = testApp
  const admin = await createUser(testApp, 'admin')
  const asAdmin = (method: 'GET' | 'POST', path: string, payload?: object) =>
    callAs(testApp, admin, method, `reports/${path}`, payload)
  const queue = async (search = '') =>
    (await app.inject({ url: `/api/v1/reports/queue/${search}`, headers: admin.headers })).json() as {
      count: number
      images: { id: number; count: number; last_report_id: number; reasons: { reason: string; count: number }[] }[]
    }
  const lineOf = async ({ id }: { id: number }) => (await queue()).images.find((image) => image.id === id)
  /** Returns what decides about the reports that the queue shows now, all of which are read unless others are named. */
  async function readQueue(id: number) {
    const line = await lineOf({ id })
    const seen_report_id = line?.last_report_id ?? 1
    return (payload: object) => asAdmin('POST', `queue/${id}`, { seen_report_id, ...payload })
  }
  const report = (payload: object, remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'POST', url: '/api/v1/reports/', payload, remoteAddress })
  const decide = async (id: number, payload: object) => (await readQueue(id))(payload)
  return {
    admin,
    /** Takes an image down for a report; answers the numbers of both, and the secret of the report. */
    async takeDown({ id, slug }: { id: number; slug: string }, reported: object = copyrightNotice, about: object = {}) {
      const sent = await report({ slug, ...reported })
      expect(sent.statusCode).toBe(201)
      const decided = await decide(id, { verb: 'take_down', ...about })
      expect(decided.statusCode).toBe(200)
      return { ...(sent.json() as { number: number; secret: string }), decision: decided.json().decision as number }
    },
    publish: (title: string, owner: TestUser) => publishImage(testApp, owner, admin, title),
    pageStatus: async ({ slug }: { slug: string }) => (await app.inject(`/api/v1/images/${slug}/`)).statusCode,
    queue,
    report,
    statusOf: async (secret: string) => (await app.inject(`/api/v1/reports/of/${secret}/`)).json(),
    lineOf,
    details: async (id: number) => (await asAdmin('GET', `queue/${id}`)).json(),
    /** All reports about an image, page after page, and how long the pages are. */
    async allReports(id: number, query: Record<string, string> = {}) {
      const url = `/api/v1/reports/queue/${id}/reports/`
      const [reports, lengths]: [{ id: number; reason: string }[], number[]] = [[], []]
      for (let next: number | null = 0; next !== null; ) {
        const from = next && { before: String(next) }
        const answer = await app.inject({ url, query: { ...query, ...from }, headers: admin.headers })
        const page = answer.json()
        reports.push(...page.reports)
        lengths.push(page.reports.length)
        next = page.next as number | null
      }
      return { reports, lengths }
    },
    decide,
    reinstate: ({ id }: { id: number }, sentence = 'It is free.') => decide(id, { verb: 'reinstate', sentence }),
    keepDown: ({ id }: { id: number }, sentence = 'They went to court.') => decide(id, { verb: 'keep_down', sentence }),
    readQueue,
    /** Lets the mail to the admins leave, which waits for further reports. */
    runDigest: () => runWaitingJobs(db, 'report digest'),
    /** Until all mails that are due have left. */
    mailsDone: () => {
      const due = sql`
        select from graphile_worker.jobs where run_at <= now() and
          (task_identifier like '%report%' or task_identifier like '%counter_notice%' or key like '%report%')`
      return expect.poll(async () => (await due.execute(db)).rows).toEqual([])
    },
  }
}
