import { createUser, type TestApp } from './test-app.ts'

/** What visitors and an admin do with reports, by API calls. */
export async function reportsOf(testApp: TestApp) {
  const { app } = testApp
  const admin = await createUser(testApp, 'admin')
  const asAdmin = (method: 'GET' | 'POST', path: string, payload?: object) =>
    app.inject({ method, url: `/api/v1/reports/${path}/`, headers: admin.headers, ...(payload && { payload }) })
  const queue = async (search = '') =>
    (await app.inject({ url: `/api/v1/reports/queue/${search}`, headers: admin.headers })).json() as {
      count: number
      images: { id: number; count: number; last_report_id: number }[]
    }
  const lineOf = async ({ id }: { id: number }) => (await queue()).images.find((image) => image.id === id)
  return {
    admin,
    queue,
    report: (payload: object, remoteAddress = '127.0.0.1') =>
      app.inject({ method: 'POST', url: '/api/v1/reports/', payload, remoteAddress }),
    statusOf: async (secret: string) => (await app.inject(`/api/v1/reports/of/${secret}/`)).json(),
    lineOf,
    details: async (id: number) => (await asAdmin('GET', `queue/${id}`)).json(),
    /** About the reports that the queue shows now, unless others are named. */
    decide: async (id: number, payload: object) =>
      asAdmin('POST', `queue/${id}`, { seen_report_id: (await lineOf({ id }))?.last_report_id ?? 1, ...payload }),
    undo: (decision: number) => asAdmin('POST', `decisions/${decision}/undo`, {}),
  }
}

/** What a notice of copyright needs. */
export const copyrightNotice = {
  reason: 'copyright',
  name: 'Grace',
  work: 'My photograph, at grace.example/fox',
  email: 'grace@people.example',
  good_faith: true,
  accurate: true,
  signature: 'Grace',
}
