import { randomBytes } from 'node:crypto'
import { apiBase } from '@vitrine/contract/endpoint'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { registration } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { calls, namesOfCalls, urlOfCall } from '#test/calls'
import { withMargins } from '#test/drawings'
import { aPng } from '#test/png'
import {
  addImages,
  createImage,
  createUser,
  multipart,
  openAppWithPeople,
  setStatus,
  type TestUser,
  withoutJobs,
} from '#test/test-app'

// The calls that change what visitors see: they alone clear cached replies (requirements: #declared-changes).

const changing = namesOfCalls({
  profiles: 'update', // an image's page shows the name of its contributor
  people: 'update', // the page of a blocked contributor is a 404
  ownData: 'close',
  uploads: 'upload submit replaceFile mend', // what trusted contributors and admins upload is public at once
  backOffice: 'update bulkUpdate updateMultiple undo deleteMany deleteOne',
  overruling: 'overrule reinstate', // an image's page says whether it is verified
  csv: 'upload',
  trash: 'restore',
  reportQueue: 'decide', // what is hidden or taken down leaves
  searchLog: 'configure', // the privacy page says whether searches are counted
  synonyms: 'add update remove', // searches find by them
})

test('these calls declare a change, and no others', () => {
  const declared = Object.keys(calls).filter((name) => calls[name]!.changes === 'gallery')
  expect(declared.sort()).toEqual(changing.toSorted())
})

// Without notifications, jobs and the queue of pictures, so that calls alone clear cached replies and send statements.
const notifications = { processName: 'deaf', on() {}, isListening: () => true, stop: async () => {} }
const people = await openAppWithPeople({}, { ...withoutJobs, notifications })
const { testApp: site, app, db, ada: contributor, admin } = people
const callers = { visitor: null, 'meaningless token': 'meaningless', contributor, admin } as const

await db.insertInto('keyword').values({ name: 'revision 0', words: '', uses: 1e6 }).execute()
let revision = 0
const publicReply = async (headers = {}) =>
  (await app.inject({ url: `${apiBase}/images/keywords/?first=1`, headers })).json().data[0].name

/** Whether `action` clears the cached replies: afterwards a visitor is answered what the database holds. */
async function clears(action: () => Promise<unknown>): Promise<boolean> {
  const cached = await publicReply()
  const name = `revision ${++revision}`
  await db.updateTable('keyword').set({ name }).where('name', 'like', 'revision %').execute()
  await action()
  const answered = await publicReply()
  expect([cached, name]).toContain(answered)
  return answered === name
}

/** A contributor's edit of a public image waits for review, as uploads do by default: visitors see nothing of it. */
const edits = ['backOffice.update', 'backOffice.updateMultiple', 'csv.upload', 'uploads.replaceFile']

test.each(Object.keys(calls))('%s', async (name) => {
  for (const [caller, person] of Object.entries(callers)) {
    let isSuccess = false
    const image = await imageFor(name, person)
    const isCleared = await clears(async () => {
      const { statusCode } = await makeCall(name, person, image)
      isSuccess = statusCode < 300
    })
    const waits =
      ['uploads.upload', 'uploads.submit'].includes(name) ||
      (caller === 'contributor' && [...edits, 'uploads.mend'].includes(name))
    const isSeen = changing.includes(name) && !waits
    expect([caller, isCleared]).toEqual([caller, isSuccess && isSeen])
    if (changing.includes(name) && caller === 'admin') expect(isSuccess).toBe(true)
  }
})

test('a change clears the cached pages of the process that makes it, before its notification comes', async () => {
  const newestFeed = async () => (await app.inject('/feeds/newest/')).body
  const image = await newImage()
  expect(await newestFeed()).toContain(image.slug)
  await makeCall('backOffice.deleteOne', admin, image)
  expect(await newestFeed()).not.toContain(image.slug)
})

test('a CSV that changes nothing clears nothing', async () => {
  const { id } = await newImage()
  for (const isDryRun of [true, false]) {
    const line = `ID,Title\n${id},${isDryRun ? 'Another title' : ''}`
    expect(await clears(() => uploadCsv(line, isDryRun ? 'true' : 'false'))).toBe(false)
  }
})

test('a change to an image that visitors do not see clears nothing', async () => {
  const unseenBy = [...edits, 'backOffice.deleteMany', 'trash.restore']
  for (const person of [contributor, admin]) {
    const image = await pendingImage(person)
    for (const name of unseenBy) {
      const isCleared = await clears(async () => expect((await makeCall(name, person, image)).statusCode).toBe(200))
      expect([name, isCleared]).toEqual([name, false])
    }
  }
})

test('a profile saved as it was, and a picture that no page shows, clear nothing', async () => {
  const person = await createUser(site)
  const save = (last: string, more: Parts = []) => {
    const names = [{ name: 'first_name', value: 'Eve' }, { name: 'last_name', value: last }, ...more]
    return clears(async () => {
      const { path } = calls['profiles.update']!
      const sent = { method: 'PATCH', url: apiBase + path, ...multipart(names, person.headers) } as const
      expect((await app.inject(sent)).statusCode).toBe(200)
    })
  }
  const page = (value: string) => ({ name: 'has_page', value })
  const avatar = () => ({ name: 'image', value: aPng({ seed: ++seed }), filename: 'me.png' })
  expect(await save('Moneypenny')).toBe(true)
  expect(await save('Moneypenny', [page('0'), avatar(), { name: 'has_decision_mails', value: '0' }])).toBe(false)
  expect(await save('Moneypenny', [page('1')])).toBe(true)
  expect(await save('Moneypenny', [page('1')])).toBe(false)
  expect(await save('Moneypenny', [avatar()])).toBe(true)
  expect(await save('Trench')).toBe(true)
})

test('only signed-in people bypass the cached replies', async () => {
  const blocked = await createUser(site)
  await db.updateTable('users').set({ is_block: true }).where('id', '=', blocked.id).execute()
  const ended = await createUser(site)
  await db.updateTable('session').set({ ended_at: new Date() }).where('user_id', '=', ended.id).execute()
  const expired = await site.tokens.issue('access', { subject: admin.id, session: randomBytes(4).toString('hex') }, -60)
  await clears(async () => {
    const isStale = async (headers = {}) => (await publicReply(headers)) !== `revision ${revision}`
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const tokens = ['meaningless', `${admin.access_token.slice(0, -4)}AAAA`, admin.refresh_token, expired]
    const others = [{ authorization: 'Basic YTpi' }, blocked.headers, ended.headers]
    for (const headers of [...tokens.map(bearer), ...others])
      expect([headers, await isStale(headers)]).toEqual([headers, true])
    for (const { headers } of [contributor, admin]) expect(await isStale(headers)).toBe(false)
  })
})

test('a meaningless Authorization header costs no database query', async () => {
  const query = vi.spyOn(db.getExecutor(), 'executeQuery')
  const visitorsQuery = vi.spyOn(site.visitorDb.getExecutor(), 'executeQuery')
  await publicReply()
  for (const one of [query, visitorsQuery]) one.mockClear()
  await publicReply({ authorization: 'Bearer meaningless' })
  await publicReply({ authorization: `Bearer ${admin.access_token.slice(0, -4)}AAAA` })
  expect([query.mock.calls, visitorsQuery.mock.calls]).toEqual([[], []])
  await publicReply(admin.headers)
  expect(query).toHaveBeenCalledTimes(2) // the session, and the reply
})

test('caches on the way keep the replies of visitors and of signed-in people apart', async () => {
  const url = `${apiBase}/images/keywords/`
  expect((await app.inject({ url })).headers.vary).toBe('accept-encoding, authorization')
  const meaningless = await app.inject({ url, headers: { authorization: 'Bearer meaningless' } })
  expect(meaningless.headers['cache-control']).toBe('no-cache')
  const { headers } = await app.inject({ url, headers: admin.headers })
  expect([headers.vary, headers['cache-control']]).toEqual(['authorization', 'no-store'])
})

let seed = 0
const pendingImage = async (owner = contributor) => (await addImages(site, owner, [`Vase ${++seed}`]))[0]
const newImage = async (owner = contributor) => {
  const image = await pendingImage(owner)
  await setStatus(site, admin, [image.id], 'approved')
  return image
}

function uploadCsv(value: string, dry_run: string, headers: Record<string, string> = admin.headers) {
  const file = { name: 'file', value, filename: 'a.csv' }
  const form = multipart([{ name: 'dry_run', value: dry_run }, file], headers)
  return app.inject({ method: 'POST', url: apiBase + calls['csv.upload']!.path, ...form })
}

type Image = Pick<Awaited<ReturnType<typeof newImage>>, 'id' | 'slug' | 'cloudflare_id'>
type TestCaller = TestUser | 'meaningless' | null

/** An image of its own for each call that may change one. */
async function imageFor(name: string, caller: TestCaller): Promise<Image> {
  if (!changing.includes(name) || caller === null || caller === 'meaningless') return anyImage
  if (name === 'uploads.mend') return createImage(site, caller, { png: await withMargins(), title: 'Vase' }, admin)
  const image = await newImage(['uploads.replaceFile', 'uploads.submit'].includes(name) ? caller : contributor)
  if (name === 'trash.restore') await makeCall('backOffice.deleteOne', caller, image)
  if (name.startsWith('synonyms.')) await addSynonym(image.id)
  if (name.startsWith('overruling.')) await backOfficeOf(site).measured(image.id, { kind: 'haze', share: 0.1 })
  if (name.startsWith('reportQueue.')) await addReport(image.slug)
  if (name === 'backOffice.undo')
    return { ...image, id: (await makeCall('backOffice.bulkUpdate', admin, image)).json().act }
  if (name === 'overruling.reinstate') await makeCall('overruling.overrule', admin, image)
  return image
}

const addReport = (slug: string) =>
  app.inject({ method: 'POST', url: `${apiBase}/reports/`, payload: { slug, reason: 'words' } })

const addSynonym = (id: number) =>
  sql`
    insert into synonym (id, said, means, is_two_way) overriding system value
    values (${id}, ${`word ${++seed}`}, 'vase', true)`.execute(db)

function headersOf(caller: TestCaller): Record<string, string> {
  if (caller === null) return {}
  return caller === 'meaningless' ? { authorization: 'Bearer meaningless' } : caller.headers
}

/** Another person of this role, whose account can be closed. */
const another = async (caller: TestCaller) =>
  caller === contributor ? createUser(site) : caller === admin ? createUser(site, 'admin') : caller

/** A call that succeeds for everyone who may make it. */
async function makeCall(name: string, caller: TestCaller, { id, slug, cloudflare_id }: Image) {
  const call = calls[name]!
  const headers = headersOf(name === 'ownData.close' ? await another(caller) : caller)
  if (name === 'csv.upload') return uploadCsv(`ID,Title\n${id},Title ${++seed}`, 'false', headers)
  const form = forms[name]
  return app.inject({
    method: call.method,
    url: urlOfCall(call, { id: name === 'people.update' ? contributor.id : id, slug, cloudflare_id, username }),
    ...(form ? multipart(form(), headers) : { headers, payload: bodies[name]?.(id) }),
  })
}

const { username } = contributor
const anyImage = await createImage(site, contributor, { png: aPng(), title: 'Vase' }, admin)

type Parts = Parameters<typeof multipart>[0]
const forms: Record<string, () => Parts> = {
  'profiles.update': () => ['first_name', 'last_name'].map((name) => ({ name, value: `Ada ${++seed}` })),
  'uploads.replaceFile': () => [{ name: 'image', value: aPng({ seed: ++seed }), filename: 'a.png' }],
  'uploads.upload': () => [{ name: 'images', value: aPng({ seed: ++seed }), filename: 'a.png' }],
}

const changed = (id: number) => ({ image_ids: [id], title: `Title ${++seed}` })
const changes = ['backOffice.update', 'backOffice.updateMultiple', 'backOffice.deleteMany', 'trash.restore']
const synonym = () => ({ said: `amphora ${++seed}`, means: 'vase' })
const bodies: Record<string, (id: number) => object> = {
  'auth.login': () => ({ email: contributor.email, password: 'correct-horse' }),
  'auth.register': () => registration(`new-${++seed}`),
  'auth.verify': () => ({ token: contributor.access_token }),
  'auth.refresh': () => ({ refresh: contributor.refresh_token }),
  'auth.logout': () => ({ refresh: 'meaningless' }),
  'passwords.forgot': () => ({ email: contributor.email }),
  'ownData.close': () => ({ password: 'correct-horse', images: 'stay' }),
  'people.update': () => ({ is_active: true, is_block: false }),
  'uploads.alike': () => ({ pictures: [] }),
  'uploads.submit': (id) => ({ image_ids: [id] }),
  'backOffice.bulkUpdate': (id) => ({ image_ids: [id], status: 'rejected' }),
  ...Object.fromEntries(changes.map((name) => [name, changed])),
  'overruling.overrule': () => ({ reason: 'Mist.' }),
  'searchLog.report': () => ({ question: 'vase', images: 1 }),
  'searchLog.configure': () => ({ has_search_log: false }),
  'reportQueue.decide': () => ({ verb: 'hide', seen_report_id: 1e6 }),
  'synonyms.add': synonym,
  'synonyms.update': synonym,
}
