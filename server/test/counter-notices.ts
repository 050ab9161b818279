import { sql } from 'kysely'
import { counterNoticeSecrets } from '#features/moderation/reports/report-secrets'
import { nextDrawing } from './drawings.ts'
import { reportsOf } from './reports.ts'
import { callAs, createImage, type TestApp, type TestUser } from './test-app.ts'

interface TakeDown {
  reported?: object
  owner?: TestUser
  note?: string
}

/** What contributors and an admin do about take-downs by API calls, with pictures of `ada`. */
export async function counterNoticesOf(testApp: TestApp, ada: TestUser) {
  const { app, db } = testApp
  const reports = await reportsOf(testApp)
  const { admin, takeDown } = reports
  const { secretOf } = counterNoticeSecrets(testApp.masterKey)
  const publishDrawing = async (title: string, owner = ada) =>
    createImage(testApp, owner, { png: await nextDrawing(64), title }, admin)
  return {
    ...reports,
    publishDrawing,
    secretOf,
    /** An image that was taken down for a report, and the secret with which its contributor answers. */
    async takenDown(title: string, { reported, owner = ada, ...about }: TakeDown = {}) {
      const image = await publishDrawing(title, owner)
      const { secret: reportSecret, decision } = await takeDown(image, reported, about)
      return { ...image, decision, reportSecret, secret: secretOf(decision) }
    },
    send: (payload: object) => app.inject({ method: 'POST', url: '/api/v1/counter-notices/', payload }),
    noticeOf: async (secret: string) => (await app.inject(`/api/v1/counter-notices/of/${secret}/`)).json(),
    upheldOf: async (person: TestUser) =>
      (await callAs(testApp, person, 'GET', 'accounts/user/trust')).json().trust.upheld,
    timeSinceTakeDown: ({ id }: { id: number }, days: number) =>
      sql`
        update report_decision set at = at - make_interval(days => ${days}::int) where image_id = ${id}`.execute(db),
    timePasses: ({ id }: { id: number }, days: number) =>
      sql`
        update counter_notice set returns_at = returns_at - make_interval(days => ${days}::int)
        from report_decision where report_decision.id = decision_id and image_id = ${id}`.execute(db),
  }
}
