import { sql } from 'kysely'
import { expect } from 'vitest'
import { openObjectionPage } from '#features/reports/objections/objections.sql'
import { objectionSecrets } from '#features/reports/report-secrets'
import { nextDrawing } from './drawings.ts'
import { copyrightNotice } from './notices.ts'
import { reportsOf } from './reports.ts'
import { callAs, createImage, type TestApp, type TestUser } from './test-app.ts'

interface TakeDown {
  reported?: object
  owner?: TestUser
  blocks_contributor?: boolean
  owner_sentence?: string
}

/** What contributors and an admin do about take-downs by API calls, with pictures of `ada`. */
export async function objectionsOf(testApp: TestApp, ada: TestUser) {
  const { app, db } = testApp
  const reports = await reportsOf(testApp)
  const { admin, report, decide, lineOf } = reports
  const { secretOf, hashOf } = objectionSecrets(testApp.masterKey)
  const publishDrawing = async (title: string, owner = ada) =>
    createImage(testApp, owner, { png: await nextDrawing(64), title }, admin)
  /** The secret of the address where the contributor objects, which the mail about the decision has. */
  async function openPage(decision: number) {
    await openObjectionPage(db, decision, hashOf(secretOf(decision)))
    return secretOf(decision)
  }
  return {
    ...reports,
    publishDrawing,
    openPage,
    /** An image that was taken down for a report, and the secret with which its contributor objects. */
    async takenDown(title: string, { reported = copyrightNotice, owner = ada, ...about }: TakeDown = {}) {
      const image = await publishDrawing(title, owner)
      const { secret: reportSecret } = (await report({ slug: image.slug, ...reported })).json()
      const decided = await decide(image.id, { outcome: 'taken_down', ...about })
      expect(decided.statusCode).toBe(200)
      const { decision } = decided.json() as { decision: number }
      return { ...image, decision, reportSecret, secret: await openPage(decision) }
    },
    send: (payload: object) => app.inject({ method: 'POST', url: '/api/v1/objections/', payload }),
    objectionOf: async (secret: string) => (await app.inject(`/api/v1/objections/of/${secret}/`)).json(),
    async settle(image: { id: number }, payload: object) {
      const line = (await lineOf(image)) as unknown as { objection: { id: number } }
      return callAs(testApp, admin, 'POST', `reports/objections/${line.objection.id}`, payload)
    },
    bringBack: (decision: number, sentence = 'They withdrew their notice.') =>
      callAs(testApp, admin, 'POST', `reports/decisions/${decision}/bring-back`, { sentence }),
    takenDownList: async () => (await callAs(testApp, admin, 'GET', 'reports/taken-down')).json().images,
    upheldOf: async (person: TestUser) =>
      (await callAs(testApp, person, 'GET', 'accounts/user/trust')).json().trust.upheld,
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
