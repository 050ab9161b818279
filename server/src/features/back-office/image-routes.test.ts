import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { addImages, codeOf, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, ada, bob, admin } = await openAppWithPeople()

const { call, list, row, found: visible, update, updateMany, discard, ...backOffice } = backOfficeOf(testApp)
const image = (title = 'Image', owner = ada) => backOffice.image(title, owner)
const idsOf = (images: { id: number }[]) => images.map(({ id }) => id)
const statusOf = async (id: number) => (await row(id)).status

describe('reviewing', () => {
  test('an admin approves, rejects and resets to pending, and visitors see each change at once', async () => {
    const one = await image('Visible lighthouse')
    for (const status of ['approved', 'rejected', 'approved', 'pending']) {
      const answer = await update(admin, one.id, { status })
      expect(answer.json()).toMatchObject({
        message: 'Image update successfully!',
        count: 1,
        version: expect.any(Number),
      })
      expect(await visible('lighthouse')).toBe(status === 'approved' ? 1 : 0)
    }
  })

  test('a contributor cannot approve an image', async () => {
    const one = await image()
    await update(ada, one.id, { status: 'approved' })
    expect(await statusOf(one.id)).toBe('pending')
    expect((await call('PUT', 'bulk-update', ada, { image_ids: [one.id], status: 'approved' })).statusCode).toBe(403)
    await updateMany(ada, { image_ids: [one.id], status: 'approved' })
    expect(await statusOf(one.id)).toBe('pending')
  })

  test('images approved together are listed in the order of their upload', async () => {
    const ids = idsOf(await addImages(testApp, ada, ['Row one', 'Row two', 'Row three']))
    await setStatus(testApp, admin, ids.toReversed(), 'approved')
    const { images } = (await app.inject('/api/v1/images/approved/?title=row')).json()
    expect(images.map((one: { title: string }) => one.title)).toEqual(['Row three', 'Row two', 'Row one'])
  })

  test('concurrent approvals of the same images all succeed', async () => {
    const ids = idsOf(await addImages(testApp, ada, Array(6).fill('Contested pebble')))
    const approve = (_: unknown, i: number) => setStatus(testApp, admin, i % 2 ? ids : ids.toReversed(), 'approved')
    const answers = await Promise.all(Array.from({ length: 6 }, approve))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(200))
    expect(await visible('pebble')).toBe(6)
  })
})

describe('editing', () => {
  test('changes the given fields and leaves the others', async () => {
    const one = await image('Old name')
    const keywords = [{ id: 99, name: 'Fresh' }, { id: 100, name: 'fresh' }, ' ']
    await update(ada, one.id, { title: ' New name ', keywords })
    await update(admin, one.id, { category: 'Science', description: 'About it' })
    const shown = (await app.inject({ url: `/api/v1/images/${one.slug}/`, headers: ada.headers })).json().image
    const byAdmin = { category: 'science', description: 'About it' }
    expect(shown).toMatchObject({ title: 'New name', keywords: [{ name: 'Fresh' }], ...byAdmin })
  })

  test('a blank title is refused with a sentence, and what cannot be stored', async () => {
    const { id } = await image()
    const answer = await update(ada, id, { title: '   ' })
    expect(answer.json().fields).toEqual([{ at: 'title', message: 'Title is required' }])
    for (const title of ['a\u0000b', 'a\ud800b']) expect((await update(ada, id, { title })).statusCode).toBe(400)
  })

  test('owner, slug, ids, roles and prototypes in the body change nothing', async () => {
    const one = await image('Steadfast')
    const hostile = '{"title":"Steadfast","__proto__":{"role":"admin","status":"approved"}}'
    const headers = { ...ada.headers, 'content-type': 'application/json' }
    const url = `/api/v1/images/update/${one.id}/`
    expect((await app.inject({ method: 'PUT', url, payload: hostile, headers })).json().code).toBe('not_json')
    const others = { owner_id: bob.id, slug: 'stolen', cloudflare_id: 'px-x', role: 'admin', is_block: true, id: 1 }
    await update(ada, one.id, { title: 'Steadfast', ...others })
    expect(await row(one.id)).toMatchObject({ owner_id: ada.id, slug: one.slug, cloudflare_id: one.cloudflare_id })
  })
})

describe('concurrent and bulk edits', () => {
  test('that name a keyword which cannot be stored are refused with a sentence', async () => {
    const { id } = await image()
    const refusal = async (keyword: string) => {
      const answer = await update(ada, id, { keywords: ['fox', keyword] })
      return [answer.statusCode, answer.json().fields?.[0].message]
    }
    expect(await refusal('𝕋'.repeat(50))).toEqual([200, undefined])
    expect(await refusal('𝕋'.repeat(51))).toEqual([400, 'A keyword must be at most 50 characters'])
    expect(await refusal('“”')).toEqual([400, 'A keyword must be more than brackets and quotes'])
  })

  test('with shared keywords do not deadlock', async () => {
    const images = await addImages(testApp, ada, Array(12).fill('Contested'))
    await setStatus(testApp, admin, idsOf(images), 'approved')
    const words = [
      ['fox', 'snow', 'red'],
      ['red', 'fox', 'snow'],
    ]
    const answers = await Promise.all(images.map((one, i) => update(admin, one.id, { keywords: words[i % 2] })))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(12).fill(200))
  })

  test('change as many images and keywords as one call may name', async () => {
    const image_ids = idsOf(await addImages(testApp, ada, Array(500).fill('Bulk')))
    const keywords = Array.from({ length: 50 }, (_, i) => `bulk word ${i}`)
    const answer = await updateMany(ada, { image_ids, keywords })
    expect(answer.json()).toEqual({ message: 'Bulk update successful!', count: 500 })
  })

  test('keep the counts of words and tags equal to those of the approved images', async () => {
    const long = 'a'.repeat(39)
    const titles = [`${long}bc ${long}bd`, `a${'𠀀'.repeat(21)}`, 'İstanbul istanbul', 'Fox fox FOX', 'कि की किताब']
    const ids = idsOf(await addImages(testApp, ada, titles))
    await updateMany(ada, { image_ids: ids, keywords: ['İx', 'ix', 'snow'] })
    for (const status of ['approved', 'rejected', 'approved', 'pending', 'approved']) {
      expect((await setStatus(testApp, admin, ids, status)).statusCode).toBe(200)
      await update(admin, ids[3]!, { title: `Fox ${status}`, keywords: ['fox', status] })
      expect(await recount('word')).toEqual([])
      expect(await recount('keyword')).toEqual([])
    }
    await discard(admin, ...ids)
    expect(await recount('word')).toEqual([])
  })
})

/** Words or keywords whose stored count differs from that of the published images. */
async function recount(what: 'word' | 'keyword') {
  const counted = {
    word: sql`
      select word as name, uses,
        (select count(*) from published where words @@ quote_literal(word)::tsquery) as real
      from word`,
    keyword: sql`
      select name, uses, (select count(*) from published where keyword_ids @> array[id]) as real
      from keyword`,
  }
  const { rows } = await sql`select * from (${counted[what]}) as one where uses <> real`.execute(testApp.db)
  return rows
}

describe('ownership', () => {
  test('a contributor can neither edit nor delete another contributor’s images', async () => {
    const one = await image()
    expect((await update(bob, one.id, { title: 'Mine' })).statusCode).toBe(403)
    expect((await call('DELETE', `delete/${one.id}`, bob)).statusCode).toBe(403)
  })

  test('a call that names own and foreign images is refused and changes nothing', async () => {
    const [own, foreign] = [await image('Own', bob), await image('Foreign')]
    const both = { image_ids: [own.id, foreign.id] }
    expect(codeOf(await updateMany(bob, { ...both, title: 'Taken over' }))).toEqual([403, 'not_your_images'])
    expect((await call('POST', 'deletes', bob, both)).statusCode).toBe(403)
    const unchanged = ['Own', 'Foreign'].map((title) => ({ title, trashed_at: null }))
    expect(await Promise.all(both.image_ids.map(row))).toMatchObject(unchanged)
  })

  test('an id that does not exist refuses the whole call', async () => {
    const own = await image('Still here')
    const answer = await call('POST', 'deletes', admin, { image_ids: [own.id, 999_999] })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'images_not_found'])
    expect((await update(ada, own.id, { title: 'Yes' })).statusCode).toBe(200)
  })

  test.each([
    [[], 'No images selected.'],
    [[true], 'A whole number is needed'],
    [[[1]], 'A whole number is needed'],
    [['1e1'], 'A whole number is needed'],
    [Array.from({ length: 501 }, (_, i) => i + 1), 'At most 500 images at once.'],
  ])('a bulk call names between 1 and 500 images', async (image_ids, message) => {
    expect((await call('POST', 'deletes', ada, { image_ids })).json().message).toBe(message)
  })
})

test('deleting takes an image out of every list, out of the words and tags, and keeps its row', async () => {
  const one = await image('Doomed zeppelin')
  await update(admin, one.id, { status: 'approved', keywords: ['airship'] })
  expect((await app.inject('/api/v1/images/keywords/')).body).toContain('airship')
  expect(await visible('zeppelin')).toBe(1)
  expect((await call('DELETE', `delete/${one.id}`, ada)).json().message).toBe('Image delete successfully!')
  expect(await visible('zeppelin')).toBe(0)
  expect((await app.inject(`/api/v1/images/${one.slug}/`)).statusCode).toBe(404)
  expect((await app.inject('/api/v1/images/keywords/')).body).not.toContain('airship')
  expect((await app.inject(`/media/${one.cloudflare_id}/640.webp`)).statusCode).toBe(404)
  expect((await row(one.id)).trashed_at).not.toBeNull()
})

const keywordsOf = async (person: TestUser) =>
  (await list(person, 'user/total', { order: 'oldest' })).images.map(({ keywords }: { keywords: { name: string }[] }) =>
    keywords.map(({ name }) => name),
  )

/** A contributor with two images that have these keywords. */
async function contributor(...keywords: [string[], string[]]) {
  const carl = await createUser(testApp)
  const image_ids = (await addImages(testApp, carl, ['Kite', 'Drum'])).map(({ id }) => id)
  for (const [at, id] of image_ids.entries()) await updateMany(carl, { image_ids: [id], keywords: keywords[at] })
  return { carl, image_ids, kite: image_ids[0]! }
}

test('keywords are added to and removed from many images, whatever others each has', async () => {
  const { carl, image_ids } = await contributor(['toy', 'red'], ['sound'])
  await updateMany(carl, { image_ids, add_keywords: ['party', 'Red'] })
  expect(await keywordsOf(carl)).toEqual([
    ['toy', 'red', 'party'],
    ['sound', 'party', 'red'],
  ])
  await updateMany(carl, { image_ids, remove_keywords: ['RED', 'sound'], add_keywords: ['joy'] })
  expect(await keywordsOf(carl)).toEqual([
    ['toy', 'party', 'joy'],
    ['party', 'joy'],
  ])
})

test('an addition that changes nothing leaves the version as it is', async () => {
  const { carl, image_ids } = await contributor(['party'], ['toy', 'party'])
  const read = () => testApp.db.selectFrom('images').select('version').where('id', 'in', image_ids).execute()
  const before = await read()
  await updateMany(carl, { image_ids, add_keywords: ['PARTY'] })
  expect(await read()).toEqual(before)
})

test('beside an approved image the edit waits with the keywords that it then has', async () => {
  const { carl, image_ids, kite } = await contributor(['toy'], ['party'])
  await setStatus(testApp, admin, [kite], 'approved')
  expect((await updateMany(carl, { image_ids, add_keywords: ['sky'] })).json()).toMatchObject({ count: 2, waiting: 1 })
  await updateMany(carl, { image_ids: [kite], add_keywords: ['wind'] })
  expect(await keywordsOf(carl)).toEqual([['toy'], ['party', 'sky']])
  await updateMany(admin, { image_ids: [kite], status: 'approved' })
  expect((await keywordsOf(carl))[0]).toEqual(['toy', 'sky', 'wind'])
})

test('too many keywords for one of the images refuse the whole call', async () => {
  const { carl, image_ids } = await contributor(['toy', 'party', 'joy'], ['party'])
  const before = await keywordsOf(carl)
  const add_keywords = Array.from({ length: limits.keywordsPerImage - 2 }, (_, at) => `word ${at}`)
  const answer = await updateMany(carl, { image_ids, add_keywords })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'An image can have at most 50 keywords.'])
  expect(await keywordsOf(carl)).toEqual(before)
})
