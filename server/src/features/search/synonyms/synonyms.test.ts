import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { addImages, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp: site, app, db, ada, admin } = await openAppWithPeople()
const url = '/api/v1/search/synonyms/'

beforeAll(async () => {
  const titles = ['Gelato', 'Ice on a lake', 'Ice cream', 'Red sofa', 'Blue couch', 'Cream jug']
  for (const { id } of await addImages(site, ada, titles)) await setStatus(site, admin, [id], 'approved')
})
beforeEach(async () => {
  for (const { id } of await list()) await send('DELETE', `${url}${id}/`)
})

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: admin.headers, payload })
const add = async (said: string, means: string, is_two_way = true) =>
  (await send('POST', url, { said, means, is_two_way })).json().synonym
const list = async () => (await app.inject({ url, headers: admin.headers })).json().synonyms as { id: number }[]

/** As visitors get it, from the cache where there is one. */
const search = async (title: string, more = {}, process = app) =>
  (await process.inject({ url: '/api/v1/images/approved/', query: { title, ...more } })).json()
const titles = async (...request: Parameters<typeof search>) =>
  (await search(...request)).images.map((image: { title: string }) => image.title)

test('a synonym is found both ways, or one way, and neither by an exact search nor in quotation marks', async () => {
  expect(await titles('sofa')).toEqual(['Red sofa'])
  const { id } = await add('sofas', 'couch')
  expect(await titles('sofa')).toEqual(['Red sofa', 'Blue couch'])
  expect(await titles('couch')).toEqual(['Blue couch', 'Red sofa'])
  expect((await search('couch')).meant).toBeUndefined()
  await send('DELETE', `${url}${id}/`)
  await add('sofa', 'couch', false)
  expect(await titles('sofa')).toEqual(['Red sofa', 'Blue couch'])
  expect(await titles('couch')).toEqual(['Blue couch'])
  expect(await titles('sofa', { exact: '1' })).toEqual(['Red sofa'])
  expect(await titles('"sofa"')).toEqual(['Red sofa'])
})

test('a synonym may be a phrase on either side', async () => {
  await add('ice cream', 'gelato')
  expect(await titles('ice cream')).toEqual(['Ice cream', 'Gelato'])
  expect(await titles('gelato')).toEqual(['Gelato', 'Ice cream'])
  expect(await titles('ice')).toEqual(['Ice cream', 'Ice on a lake'])
  expect(await titles('ice cream -gelato')).toEqual(['Ice cream'])
})

test('a synonym makes a word known that no image has, beside other words', async () => {
  expect((await search('settee')).count).toBe(0)
  await add('settee', 'sofa')
  expect(await search('red settee')).toMatchObject({ count: 1, images: [{ title: 'Red sofa' }] })
  expect((await search('red settee')).meant).toBeUndefined()
  await add('cold sweet', 'ice cream')
  expect(await titles('cold sweet')).toEqual(['Ice cream'])
})

test('a synonym is effective on every process at once, for new and for cached answers', async () => {
  const second = await site.openSecondProcess()
  for (const process of [app, second]) expect(await titles('settee', {}, process)).toEqual([])
  const { id } = await add('settee', 'sofa')
  expect(await titles('settee')).toEqual(['Red sofa'])
  await expect.poll(() => titles('settee', {}, second)).toEqual(['Red sofa'])
  await send('PUT', `${url}${id}/`, { said: 'settee', means: 'couch' })
  expect(await titles('settee')).toEqual(['Blue couch'])
  await expect.poll(() => titles('settee', {}, second)).toEqual(['Blue couch'])
  await send('DELETE', `${url}${id}/`)
  expect(await titles('settee')).toEqual([])
  await expect.poll(() => titles('settee', {}, second)).toEqual([])
})

test('the list of synonyms is alphabetical, as the search reads them; the audit log says who added them', async () => {
  await add(' Sofa ', 'COUCH', false)
  await add('Crème glacée', "Ice's cream")
  expect(await list()).toMatchObject([
    { said: 'creme glacee', means: 'ice cream', is_two_way: true },
    { said: 'sofa', means: 'couch', is_two_way: false },
  ])
  const [event] = (await auditLog(site, admin)).events
  expect(event).toMatchObject({ what: 'synonym added', by: admin.username, user: admin.username })
})

test.each([
  ['', 'couch', 'said', 'What people type is required.'],
  ['?!', 'couch', 'said', 'What people type needs a letter or a digit.'],
  ['sofa', 'a b c d', 'means', 'Enter one to 3 words.'],
  ['sofa', 'Sofas', 'means', 'Searches take these for the same words already.'],
])('the list of synonyms refuses “%s” for “%s”', async (said, means, at, message) => {
  const answer = await send('POST', url, { said, means })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, [{ at, message }]])
})

test('the list of synonyms refuses a synonym that exists, one that is gone, and more than 2,000', async () => {
  const { id } = await add('sofa', 'couch')
  const other = await add('settee', 'couch')
  expect((await send('POST', url, { said: 'Sofa', means: 'couch' })).json().code).toBe('synonym_exists')
  const same = await send('PUT', `${url}${other.id}/`, { said: 'sofa', means: 'couch' })
  expect([same.statusCode, same.json().code]).toEqual([409, 'synonym_exists'])
  expect((await send('DELETE', `${url}${id}/`)).statusCode).toBe(200)
  for (const method of ['DELETE', 'PUT'] as const)
    expect((await send(method, `${url}${id}/`, { said: 'a1', means: 'b1' })).json().code).toBe('synonym_not_found')
  await sql`
    insert into synonym (said, means, is_two_way)
    select 'word' || n, 'other', true from generate_series(2, ${limits.synonyms}) as n`.execute(db)
  expect((await send('POST', url, { said: 'chair', means: 'seat' })).json().code).toBe('too_many_synonyms')
  await sql`truncate synonym`.execute(db)
})
