import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { runWaitingJobs } from './due-jobs.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { addImages, callAs, createUser, openTestApp, setStatus, type TestApp, type TestUser } from './test-app.ts'

/** An application that mails what becomes of reports, and its mail server, whose inbox is empty before each test. */
export async function openMailingApp(): Promise<{ mailServer: MailServer; testApp: TestApp }> {
  const mailServer = await startMailServer()
  const testApp = await openTestApp({
    SMTP_URL: mailServer.url,
    SITE_URL: 'https://png.example',
    MAIL_FROM: 'post@png.example',
    CONFIRM_EMAIL: 'off',
  })
  beforeEach(mailServer.clear)
  return { mailServer, testApp }
}

/** What visitors and an admin do with reports, by API calls. */
export async function reportsOf(testApp: TestApp) {
  const { app, db } = testApp
  const admin = await createUser(testApp, 'admin')
  const asAdmin = (method: 'GET' | 'POST', path: string, payload?: object) =>
    callAs(testApp, admin, method, `reports/${path}`, payload)
  const queue = async (search = '') =>
    (await app.inject({ url: `/api/v1/reports/queue/${search}`, headers: admin.headers })).json() as {
      count: number
      images: {
        id: number
        count: number
        last_report_id: number
        reasons: { reason: string; count: number }[]
      }[]
    }
  const lineOf = async ({ id }: { id: number }) => (await queue()).images.find((image) => image.id === id)
  /** Returns what decides about the reports that the queue shows now, all of which are read unless others are named. */
  async function readQueue(id: number) {
    const line = await lineOf({ id })
    const seen_notices = line?.reasons.find(({ reason }) => reason === 'copyright')?.count ?? 0
    const seen = { seen_report_id: line?.last_report_id ?? 1, seen_notices }
    return (payload: object) => asAdmin('POST', `queue/${id}`, { ...seen, ...payload })
  }
  return {
    admin,
    /** A public image without a file. */
    async publish(title: string, owner: TestUser) {
      const [image] = await addImages(testApp, owner, [title])
      await setStatus(testApp, admin, [image.id], 'approved')
      return image
    },
    pageStatus: async ({ slug }: { slug: string }) => (await app.inject(`/api/v1/images/${slug}/`)).statusCode,
    queue,
    report: (payload: object, remoteAddress = '127.0.0.1') =>
      app.inject({ method: 'POST', url: '/api/v1/reports/', payload, remoteAddress }),
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
    decide: async (id: number, payload: object) => (await readQueue(id))(payload),
    readQueue,
    undo: (decision: number) => asAdmin('POST', `decisions/${decision}/undo`, {}),
    /** Lets the mails leave that wait until a decision cannot be taken back any more. */
    runDelayedMails: () => runWaitingJobs(db, 'report %'),
    /** Until all mails that are due have left. */
    mailsDone: () => {
      const due = sql`
        select from graphile_worker.jobs where run_at <= now() and
          (task_identifier like '%report%' or task_identifier like '%objection%' or key like '%report%')`
      return expect.poll(async () => (await due.execute(db)).rows).toEqual([])
    },
  }
}
