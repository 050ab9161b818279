import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transparencyKind } from '#features/images/files/transparency'
import { backOfficeOf } from '#test/back-office'
import { aPng } from '#test/png'
import { paintedCheckerboard } from '#test/rgba-pictures'
import { addImages, createImage, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, db, admin } = await openAppWithPeople()

type Query = Record<string, string>

const { call, list, update: edit, updateMany, discard, restore, measured, sendCsv } = backOfficeOf(testApp)
const titles = async (path: string, person: TestUser, query: Query = {}) => {
  const { count, images } = await list(person, path, query)
  expect(count).toBe(images.length)
  return images.map(({ title }: { title: string }) => title)
}

const exported = async (query: Query, { headers }: TestUser) =>
  (await app.inject({ url: '/api/v1/images/export/csv/', query, headers })).body

/** Contributors with images of their own: an animal and a vehicle without category, and one of another person. */
async function contributors() {
  const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
  const [fox, ape, tram] = (await addImages(testApp, ada, ['fox', 'Ape', 'tram'])).map(({ id }) => id) as Ids
  await addImages(testApp, bob, ['Bus'], { category_id: 20 })
  await edit(ada, fox, { keywords: ['red'], category: 'animals' })
  await edit(ada, ape, { category: 'animals' })
  await edit(ada, tram, { keywords: ['rail'] })
  await setStatus(testApp, admin, [ape], 'approved')
  return { ada, bob, fox, ape, tram, own: (query: Query) => titles('user/total', ada, query) }
}
type Ids = [number, number, number]
const ages = async ({ fox, tram }: { fox: number; tram: number }) => {
  await sql`update images set created_at = now() - interval '3 days' where id = ${fox}`.execute(db)
  await sql`update images set created_at = now() - interval '3 months' where id = ${tram}`.execute(db)
}

const reject = (id: number, reason: string) => edit(admin, id, { status: 'rejected', reason })

test('a list is filtered by category, lack of keywords and reason of rejection, as they are at present', async () => {
  const { ada, fox, ape, tram, own } = await contributors()
  expect(await own({ category: 'animals' })).toEqual(['Ape', 'fox'])
  expect(await own({ category: 'none' })).toEqual(['tram'])
  expect(await titles('user/approved', ada, { category: 'animals' })).toEqual(['Ape'])
  expect(await own({ keywords: 'none' })).toEqual(['Ape'])
  await edit(ada, tram, { keywords: [] })
  await edit(admin, ape, { keywords: ['monkey'] })
  expect(await own({ keywords: 'none' })).toEqual(['tram'])
  await discard(ada, fox)
  expect(await own({ category: 'animals' })).toEqual(['Ape'])
  await restore(ada, fox)
  expect(await own({ category: 'animals' })).toEqual(['Ape', 'fox'])
  // The reason is that of the last rejection, while an image is rejected.
  await reject(fox, 'cropped')
  expect(await own({ reason: 'cropped' })).toEqual(['fox'])
  await reject(fox, 'quality')
  expect(await own({ reason: 'cropped' })).toEqual([])
  expect(await titles('rejected', admin, { reason: 'quality', username: ada.username })).toEqual(['fox'])
  await setStatus(testApp, admin, [fox], 'pending')
  expect(await own({ reason: 'quality' })).toEqual([])
})

test('a list is filtered by age, with a search and a contributor, for the export too, and is sorted', async () => {
  const { ada, bob, own, ...ids } = await contributors()
  await ages(ids)
  expect(await own({ age: 'day' })).toEqual(['Ape'])
  expect(await own({ age: 'week' })).toEqual(['Ape', 'fox'])
  expect(await own({ age: 'month' })).toEqual(['Ape', 'fox'])
  expect(await own({ age: 'older' })).toEqual(['tram'])
  expect(await own({ category: 'animals', age: 'day' })).toEqual(['Ape'])
  expect(await own({ category: 'animals', age: 'older' })).toEqual([])
  expect(await own({ category: 'animals', title: 'fox' })).toEqual(['fox'])
  expect(await titles('total', admin, { category: 'transport', username: bob.username })).toEqual(['Bus'])
  expect(await titles('total', admin, { category: 'transport', username: ada.username })).toEqual([])
  const table = await exported({ username: bob.username }, admin)
  expect(table.trim().split('\r\n')).toHaveLength(2)

  expect(await own({ order: 'oldest' })).toEqual(['tram', 'fox', 'Ape'])
  expect(await own({ order: 'title' })).toEqual(['Ape', 'fox', 'tram'])
  for (const [at, id] of [ids.fox, ids.ape, ids.tram].entries())
    await sql`
      update file set byte_size = ${5 + at} where sha256 = (select sha256 from images where id = ${id})`.execute(db)
  expect(await own({ order: 'size' })).toEqual(['tram', 'Ape', 'fox'])
  expect((await own({ order: 'downloads' }))[0]).toBe('tram')
  await sql`update published set downloads = 7 where image_id = ${ids.ape}`.execute(db)
  expect((await own({ order: 'downloads' }))[0]).toBe('Ape')
})

test('all images of a filtered list are selected with their versions, and only one’s own', async () => {
  const { ada, bob, fox, ape } = await contributors()
  const select = (person: TestUser, query: Query) => list(person, 'selection', query)
  const { ids, versions } = await select(ada, { category: 'animals' })
  expect(ids).toEqual([ape, fox])
  expect((await updateMany(admin, { image_ids: ids, versions, add_keywords: ['wild'] })).statusCode).toBe(200)
  expect((await select(ada, { title: 'fox' })).ids).toEqual([fox])
  expect((await select(ada, { category: 'transport' })).ids).toEqual([])
  expect((await select(admin, { list: 'pending', category: 'transport', username: bob.username })).ids).toHaveLength(1)
})

test('no other values are known', async () => {
  const filters = ['category', 'transparency', 'keywords', 'flag', 'age', 'reason', 'finding', 'order']
  const { fields } = await list(admin, 'user/total', Object.fromEntries(filters.map((name) => [name, 'unknown'])))
  expect(fields.map(({ at }: { at: string }) => at).sort()).toEqual(filters.sort())
})

test('the filter by transparency means what visitors’ filter means, and follows what is measured', async () => {
  const { fox, own } = await contributors()
  const found = new Set<boolean>()
  const samples = Array.from({ length: 60 }, (_, at) => ({
    width: 10 + ((at * 37) % 400),
    height: 10 + ((at * 91) % 700),
    soft_share: (at % 12) / 60,
    findings: [
      null,
      [],
      [{ kind: 'nothing_clear' as const, clear_share: 0 }],
      [{ kind: 'touches_border' as const, sides: [] }],
    ][at % 4]!,
  }))
  for (const { width, height, soft_share, findings } of samples) {
    await sql`
      update file set width = ${width}, height = ${height}, translucent_ratio = ${soft_share},
        findings = ${findings && JSON.stringify(findings)}::jsonb
      where sha256 = (select sha256 from images where id = ${fox})`.execute(db)
    const facet = db.selectFrom('image_facet').select('transparency').where('image_id', '=', fox)
    const { transparency } = await facet.executeTakeFirstOrThrow()
    const rest = { clear_share: 0.5, is_verified: false, edge_score: null }
    expect(transparency).toBe(transparencyKind({ width, height, soft_share, findings, ...rest }))
    if (transparency) found.add((await own({ transparency })).includes('fox'))
  }
  expect([...found]).toEqual([true])
})

test('what an admin has overruled is found by its flag, until it is reinstated', async () => {
  const { ape, own } = await contributors()
  const haze = `${ape}/findings/haze`
  await measured(ape, { kind: 'haze', share: 0.5 })
  expect(await own({ flag: 'overruled' })).toEqual([])
  await call('PUT', haze, admin, { reason: 'It is smoke.' })
  expect(await own({ flag: 'overruled' })).toEqual(['Ape'])
  await measured(ape)
  expect(await own({ flag: 'overruled' })).toEqual(['Ape'])
  expect((await call('DELETE', haze, admin)).statusCode).toBe(200)
  expect(await own({ flag: 'overruled' })).toEqual([])
})

test('the facets of all images are what they are made of, whatever happened to them', async () => {
  const { ada, fox } = await contributors()
  await sendCsv(ada, `ID,Keywords\n${fox},"a, b"\n`)
  const facets = () => db.selectFrom('image_facet').selectAll().orderBy('image_id').execute()
  const before = await facets()
  expect(before.length).toBeGreaterThanOrEqual(4)
  await db.deleteFrom('image_facet').execute()
  await sql`select write_image_facets(array(select id from images))`.execute(db)
  expect(await facets()).toEqual(before)
})

const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
await createImage(testApp, ada, { png: await paintedCheckerboard(70), title: 'Chess board' })
const draughts = await createImage(testApp, ada, { png: await paintedCheckerboard(65), title: 'Draughts board' })
await createImage(testApp, bob, { png: await paintedCheckerboard(70), title: 'Bob’s board' })
await createImage(testApp, ada, { png: aPng({ width: 300, height: 300, seed: 77 }), title: 'Clean board' })
await setStatus(testApp, admin, [draughts.id], 'approved')
const found = async (path: string, person: TestUser, query: Record<string, string>) => {
  const page = await list(person, path, query)
  return [page.count, page.images.map(({ title }: { title: string }) => title)]
}
const own = [2, ['Draughts board', 'Chess board']]

test('the filter by findings holds images with a fault, or with one kind of findings, with exact counts', async () => {
  expect(await found('user/total', ada, { finding: 'any' })).toEqual(own)
  expect(await found('user/total', ada, { finding: 'painted_checkerboard' })).toEqual(own)
  expect(await found('user/total', ada, { finding: 'painted_checkerboard', page: '2' })).toEqual([2, []])
  expect(await found('user/total', ada, { finding: 'halo' })).toEqual([0, []])
  expect(await found('user/approved', ada, { finding: 'any' })).toEqual([1, ['Draughts board']])
  const pending = await found('pending', admin, { finding: 'any', order: 'oldest' })
  expect(pending).toEqual([2, ['Chess board', 'Bob’s board']])
  expect(await found('total', admin, { finding: 'any', username: bob.username })).toEqual([1, ['Bob’s board']])
})

test('the filter by findings goes together with the search, and with the export', async () => {
  expect(await found('user/total', ada, { finding: 'any', title: 'chess' })).toEqual([1, ['Chess board']])
  expect(await found('user/total', ada, { finding: 'any', title: 'clean' })).toEqual([0, []])
  const query = { finding: 'any', title: 'boards', list: 'approved' }
  const [header, ...rows] = (await exported(query, ada)).trim().split('\r\n')
  expect(header).toMatch(/,"Status","Findings"$/)
  expect(rows).toEqual([expect.stringMatching(/"Draughts board".*,"approved","Painted checkerboard"$/)])
})

test('the filter by findings is of what was measured: an import ignores the findings of an export', async () => {
  const table = await exported({}, ada)
  const edited = table.replaceAll('"Painted checkerboard"', '"No such thing"')
  expect(edited).not.toBe(table)
  expect(await sendCsv(ada, edited)).toMatchObject({ changed: 0, same: 3, wrong: 0 })
  expect(await found('user/total', ada, { finding: 'any' })).toEqual(own)
})

test('the filter by findings leaves out what an admin has overruled, for all who have the file', async () => {
  const [eve, fay] = [await createUser(testApp), await createUser(testApp)]
  const png = await paintedCheckerboard(75)
  const board = await createImage(testApp, eve, { png, title: 'Board' })
  const foreign = await createImage(testApp, fay, { png, title: 'Board too' })
  await setStatus(testApp, admin, [board.id, foreign.id], 'rejected') // so that it does not wait beside the others
  expect(await found('user/total', fay, { finding: 'painted_checkerboard' })).toEqual([1, ['Board too']])
  const payload = { reason: 'A chess board.' }
  await call('PUT', `${board.id}/findings/painted_checkerboard`, admin, payload)
  expect(await found('user/total', eve, { finding: 'any' })).toEqual([0, []])
  expect(await found('user/total', fay, { finding: 'painted_checkerboard' })).toEqual([0, []])
  expect((await list(fay, 'user/total')).images[0]).toMatchObject({ id: foreign.id, overruled: [payload] })
})
