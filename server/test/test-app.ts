import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { previewVersion } from '@vitrine/contract/media-files'
import type { FastifyInstance } from 'fastify'
import type { Insertable } from 'kysely'
import { afterAll } from 'vitest'
import { buildApp } from '#app'
import { readConfig } from '#config'
import { addUser } from '#features/accounts/users/users.sql'
import { rewriteImageWords } from '#features/search/words/image-words'
import { measuresVersion } from '#imaging/measures/measure-picture'
import type { Tables } from '#schema'
import { openResources, type Resources } from '../src/resources.ts'
import { createDatabase } from './databases.ts'
import { inProcessWorker } from './in-process-worker.ts'
import { templateDatabase } from './postgres-global-setup.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A whole Vitrine of its own for one test file: its database, its folder, its processes; answered by `app.inject`. */
export interface TestApp extends Resources {
  app: FastifyInstance
  folder: string
  databaseUrl: string
  /** A second process of the same installation, as scaling out makes it, with resources of its own where named. */
  openSecondProcess(overrides?: Partial<Resources>): Promise<FastifyInstance>
}

/** Overrides of an app that runs no jobs, for tests that run one themselves or that a job would disturb. */
export const withoutJobs: Partial<Resources> = { runJobs: () => ({ stop: async () => {} }) }

/** `overrides` replaces resources, for example the imaging pool by one with a shorter queue. */
export async function openTestApp(
  settings: Record<string, string> = {},
  overrides: Partial<Resources> = {},
): Promise<TestApp> {
  const folder = await temporaryFolder()
  const databaseUrl = settings.DATABASE_URL ?? (await createDatabase(templateDatabase))
  const places = { DATA_DIR: folder, DATABASE_URL: databaseUrl, CLOUDFLARE_API: 'http://127.0.0.1:9' } // a closed port
  const least = { LOG_LEVEL: 'silent', DEMO: 'off', WORD_TABLES: 'off', IMAGE_WORKERS: '1', QUOTA_PENDING_NEW: '0' }
  const config = readConfig({ ...places, ...least, ...settings })
  const opened: { app: FastifyInstance; resources: Resources }[] = []
  const open = async (own: Partial<Resources> = {}) => {
    const resources = {
      ...(await openResources(config, { startImagingWorker: inProcessWorker })),
      ...overrides,
      ...own,
    }
    const app = await buildApp(resources, config)
    opened.push({ app, resources })
    return { ...resources, app }
  }
  afterAll(async () => {
    for (const { app, resources } of opened) {
      await app.close()
      await resources.stop()
      await overrides.imagingPool?.stop()
    }
  })
  const openSecondProcess: TestApp['openSecondProcess'] = async (own) => (await open(own)).app
  return { ...(await open()), folder: config.DATA_DIR, databaseUrl, openSecondProcess }
}

const password = 'correct-horse'
/** At Argon2's lowest cost, of which a check of the password then is too. */
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1 })

let userCount = 0

/** A person with an account, signed in by the API; `headers` carry the token. */
export async function createUser({ app, db }: TestApp, role: 'user' | 'admin' = 'user') {
  const username = `${role}${++userCount}`
  const email = `${username}@people.example`
  const password_hash = await passwordHash
  const { id } = await addUser(db, { username, email, number: '01234567890', password_hash, role })
  const answer = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload: { email, password } })
  const { access_token, refresh_token } = answer.json().data.tokens
  return { id, username, email, access_token, refresh_token, headers: { authorization: `Bearer ${access_token}` } }
}
export type TestUser = Awaited<ReturnType<typeof createUser>>

/** A test app with two contributors and an admin. */
export async function openAppWithPeople(...options: Parameters<typeof openTestApp>) {
  const testApp = await openTestApp(...options)
  const [ada, bob, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]
  return { ...testApp, testApp, ada, bob, admin }
}

export interface FormPart {
  name: string
  value: string | Buffer
  filename?: string
  type?: string
}

export function multipart(parts: FormPart[], headers: Record<string, string> = {}) {
  const boundary = `----vitrine${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\ncontent-type: ${type ?? 'image/png'}\r\n\r\n`,
    value,
    '\r\n',
  ])
  const payload = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { payload, headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export const callAs = (
  { app }: Pick<TestApp, 'app'>,
  { headers }: Pick<TestUser, 'headers'>,
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
) => app.inject({ method, url: `/api/v1/${path}/`, headers, payload })

interface Answer {
  statusCode: number
  // biome-ignore lint/suspicious/noExplicitAny: each call answers something else
  json(): any
}

/** What an answer says, each with its status: all of it, or the code, the sentence or the fields of a refusal. */
export const answerOf = (answer: Answer) => [answer.statusCode, answer.json()]
export const codeOf = (answer: Answer) => [answer.statusCode, answer.json().code]
export const messageOf = (answer: Answer) => [answer.statusCode, answer.json().message]
export const fieldsOf = (answer: Answer) => [answer.statusCode, answer.json().fields]

export const upload = ({ app }: TestApp, { headers }: TestUser, parts: FormPart[], query: { draft?: 'true' } = {}) =>
  app.inject({ method: 'POST', url: '/api/v1/images/upload/', query, ...multipart(parts, headers) })

export const uploadPng = (testApp: TestApp, person: TestUser, value: Buffer, ...fields: FormPart[]) =>
  upload(testApp, person, [{ name: 'images', value, filename: 'a.png' }, ...fields])

export async function hashOf({ db }: Pick<TestApp, 'db'>, { id }: { id: number }): Promise<string> {
  const row = await db.selectFrom('images').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  return row.sha256
}

/** One image in the library, uploaded by `owner` and, when `admin` is given, approved by them. */
export async function createImage(
  testApp: TestApp,
  owner: TestUser,
  file: { png: Buffer; title: string; keywords?: string; category?: string },
  admin?: TestUser,
) {
  const { png, ...text } = file
  const fields = Object.entries(text).map(([name, value]) => ({ name, value }))
  const [image] = (await uploadPng(testApp, owner, png, ...fields)).json().images
  if (admin) await setStatus(testApp, admin, [image.id], 'approved')
  type Texts = 'slug' | 'title' | 'status' | 'cloudflare_id' | 'cloudflare_url' | 'main_url'
  return image as { id: number } & Record<Texts, string>
}

let added = 0

/** Pending images whose files are missing and unknown, the last the newest, for tests that look at no picture. */
export async function addImages<const Titles extends readonly string[]>(
  { db }: TestApp,
  owner: TestUser,
  titles: Titles,
  more: Partial<Insertable<Tables['images']>> = {},
) {
  const rows = titles.map((title) => {
    const slug = `added-${++added}`
    const sha256 = String(added).padStart(64, '0')
    return { owner_id: owner.id, title, slug, cloudflare_id: `px-${slug}`, sha256, file_name: `${slug}.png`, ...more }
  })
  const versions = { measures_version: measuresVersion, preview_version: previewVersion }
  const measures = { width: 1, height: 1, transparent_ratio: 0, translucent_ratio: 0, colours: '[]' }
  const files = rows.map(({ sha256 }) => ({ sha256, byte_size: 1, ...measures, ...versions }))
  await db.insertInto('file').values(files).execute()
  const ids = (await db.insertInto('images').values(rows).returning('id').execute()).map(({ id }) => id)
  await rewriteImageWords(db, ids)
  const images = rows.map((row, at) => ({ ...row, id: ids[at]! }))
  return images as { -readonly [Title in keyof Titles]: (typeof images)[number] }
}

/** An image without a file that this admin has approved. */
export async function publishImage(testApp: TestApp, owner: TestUser, admin: TestUser, title: string) {
  const [image] = await addImages(testApp, owner, [title])
  await setStatus(testApp, admin, [image.id], 'approved')
  return image
}

export const setStatus = (testApp: TestApp, admin: TestUser, image_ids: number[], status: string) =>
  callAs(testApp, admin, 'PUT', 'images/bulk-update', { image_ids, status })

/** Names of unfinished files: a finished request leaves none. */
export const temporaryFiles = ({ folder }: TestApp) => readdir(join(folder, 'files/tmp'))
