import { sql } from 'kysely'
import { expect } from 'vitest'
import { nextDrawing } from './drawings.ts'
import type { MailServer } from './mail-server.ts'
import { copyrightNotice } from './notices.ts'
import { reportsOf } from './reports.ts'
import { createImage, type TestApp, type TestUser } from './test-app.ts'

interface TakeDown {
  reported?: object
  owner?: TestUser
  blocks_contributor?: boolean
  owner_sentence?: string
}

/** What contributors and an admin do about take-downs by API calls, with pictures of `ada`. */
export async function objectionsOf(testApp: TestApp, mailServer: MailServer, ada: TestUser) {
  const { app, db } = testApp
  const reports = await reportsOf(testApp)
  const { admin, report, decide, lineOf, runDelayedMails } = reports
  /** Until what `runDelayedMails` began has told the admins: it would count what a test does next. */
  const digestsDone = () => {
    const left = sql`
      select from graphile_worker.jobs
      where run_at <= now() and task_identifier in ('announce_reports', 'mail_open_reports')`
    return expect.poll(async () => (await left.execute(db)).rows, { timeout: 18_000 }).toEqual([])
  }
  const publish = async (title: string, owner = ada) =>
    createImage(testApp, owner, { png: await nextDrawing(64), title }, admin)
  return {
    ...reports,
    publish,
    /** An image that was taken down for a report, and the secret that its contributor was mailed. */
    async takenDown(title: string, { reported = copyrightNotice, owner = ada, ...about }: TakeDown = {}) {
      const image = await publish(title, owner)
      const { secret: reportSecret } = (await report({ slug: image.slug, ...reported })).json()
      const decided = await decide(image.id, { outcome: 'taken_down', ...about })
      expect(decided.statusCode).toBe(200)
      const { decision } = decided.json() as { decision: number }
      await runDelayedMails()
      const mail = await mailServer.mailTo(owner.email, new RegExp(`${title}[\\s\\S]*We have taken it down`))
      const secret = /https:\/\/png\.example\/objection\/([\w-]{24})\//.exec(mail)?.[1]
      expect(secret).toBeDefined()
      await digestsDone()
      return { ...image, decision, reportSecret, secret: secret! }
    },
    send: (payload: object) => app.inject({ method: 'POST', url: '/api/v1/objections/', payload }),
    objectionOf: async (secret: string) => (await app.inject(`/api/v1/objections/of/${secret}/`)).json(),
    async settle(image: { id: number }, payload: object, headers = admin.headers) {
      const line = (await lineOf(image)) as unknown as { objection: { id: number } }
      return app.inject({ method: 'POST', url: `/api/v1/reports/objections/${line.objection.id}/`, headers, payload })
    },
    /** Until the decisions about these bytes cannot be taken back any more, or for as many days. */
    timeSinceTakeDown: async ({ id }: { id: number }, days = 0) => {
      const passed = sql`make_interval(days => ${days}::int, mins => 6)`
      const twins = sql`select id from images where sha256 = (select sha256 from images where id = ${id})`
      await sql`update report_decision set at = at - ${passed} where image_id in (${twins})`.execute(db)
      await sql`update images set taken_down_at = taken_down_at - ${passed},
        deleted_at = deleted_at - ${passed} where id in (${twins})`.execute(db)
    },
    timePasses: ({ id }: { id: number }, days: number) =>
      sql`
        update objection set returns_at = returns_at - make_interval(days => ${days}::int)
        from report_decision where report_decision.id = decision_id and image_id = ${id}`.execute(db),
  }
}
