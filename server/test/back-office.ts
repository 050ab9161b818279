import type { TestApp, TestUser } from './test-app.ts'
import { addImages, callAs, multipart } from './test-app.ts'

type Method = Parameters<typeof callAs>[2]

/** What contributors and admins do with images by the API, and what they are told. */
export function backOfficeOf(testApp: TestApp) {
  const { app, db } = testApp
  const call = (method: Method, path: string, person: TestUser, payload?: object) =>
    callAs(testApp, person, method, `images/${path}`, payload)
  const list = async ({ headers }: TestUser, path: string, query: Record<string, string> = {}) =>
    (await app.inject({ url: `/api/v1/images/${path}/`, query, headers })).json()
  const imagesNamed = (image_ids: number[]) => ({ image_ids })
  return {
    call,
    list,
    image: async (title: string, owner: TestUser, more = {}) => (await addImages(testApp, owner, [title], more))[0],
    update: (person: TestUser, id: number, payload: object) => call('PUT', `update/${id}`, person, payload),
    updateMany: (person: TestUser, payload: object) => call('PATCH', 'update-multiple', person, payload),
    discard: (person: TestUser, ...ids: number[]) => call('POST', 'deletes', person, imagesNamed(ids)),
    restore: (person: TestUser, ...ids: number[]) => call('POST', 'restore', person, imagesNamed(ids)),
    replaceFile(person: TestUser, id: number, value: Buffer) {
      const form = multipart([{ name: 'image', value, filename: 'mended.png' }], person.headers)
      return app.inject({ method: 'PUT', url: `/api/v1/images/file/${id}/`, ...form })
    },
    mend: (person: TestUser, id: number) => call('POST', `file/${id}/mend`, person),
    async sendCsv(person: TestUser, value: string | Buffer, dry_run = 'false') {
      const parts = [
        { name: 'dry_run', value: dry_run },
        { name: 'file', value, filename: 'a.csv', type: 'text/csv' },
      ]
      const form = multipart(parts, person.headers)
      return (await app.inject({ method: 'POST', url: '/api/v1/images/upload/csv/', ...form })).json()
    },
    listed: async (person: TestUser, id: number, path = 'user/total') =>
      (await list(person, path)).images.find((one: { id: number }) => one.id === id),
    measured: (id: number, ...findings: object[]) =>
      db
        .updateTable('file')
        .set({ findings: JSON.stringify(findings) })
        .where('sha256', 'in', db.selectFrom('images').select('sha256').where('id', '=', id))
        .execute(),
    row: (id: number) => db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    found: async (title: string): Promise<number> =>
      (await app.inject({ url: '/api/v1/images/approved/', query: { title } })).json().count,
  }
}
