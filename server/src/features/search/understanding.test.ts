import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawings, textsOf } from '#features/demo/demo-drawings'
import { setKeywords, setStatus } from '#features/images/images.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { aPng } from '#test/png'
import { createImage, createUser, insertImages, openTestApp } from '#test/test-app'
import { judge } from '../../../../bench/search/judge.ts'
import { indexLibrary, type Picture } from '../../../../bench/search/library.ts'
import { meanOf, outcomeOf } from '../../../../bench/search/metrics.ts'
import { questionsOf } from '../../../../bench/search/questions/kinds.ts'
import { applyIndexQueue } from './inverted-index/indexer.ts'
import { createPostingCache } from './postings.ts'
import { searchImages } from './query.ts'

// The only tests that load the tables of meanings and translations, which takes seconds.
const testApp = await openTestApp({ WORD_TABLES: 'on' })
const { app, db } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

beforeAll(async () => {
  const loaded = () => db.selectFrom('word_table').select('name').execute()
  await vi.waitFor(async () => expect(await loaded()).toHaveLength(2), { timeout: 50_000, interval: 200 })
}, 60_000)

async function publish(ids: number[], status: 'approved' | 'rejected' = 'approved') {
  await setStatus(db, ids, status)
  await db.transaction().execute((transaction) => syncReadModel(transaction, ids))
  while (await applyIndexQueue(db));
}

/** Images that are public during the tests of one group alone. */
function withPublicImages(make: () => Promise<number[]>) {
  let ids: number[] = []
  beforeAll(async () => {
    ids = await make()
    await publish(ids)
  })
  afterAll(() => publish(ids, 'rejected'))
}

const images = [
  { title: 'Old dog', keywords: 'animal', category: 'animals' },
  { title: 'Red fox in the snow', keywords: 'winter', description: 'It waits beside a frozen brook.' },
  { title: 'Sports car', keywords: 'vehicle, red', category: 'transport' },
  { title: 'Wolves and sheep', keywords: 'flock' },
  { title: 'BlueMan running' },
  { title: 'photo07' },
  { title: 'Seahorse' },
  { title: 'Trash can' },
  { title: 'Grey theatre', keywords: 'stage' },
  { title: 'Butterfly on a flower', keywords: 'insect' },
  { title: 'Biggest crown' },
  { title: 'Turban' },
  { title: 'Helmet' },
  { title: 'Straw hat' },
  { title: 'Woollen hat' },
  { title: 'Lamp in a window' },
  { title: 'Lamp_1' },
  { title: 'LAMP 2' },
]

interface Answer {
  count: number
  meant?: Replacement[]
  images: { title: string }[]
}

const ask = async (title: string, more = {}): Promise<Answer> =>
  (await app.inject({ url: '/api/v1/images/approved/', query: { title, ...more }, headers: admin.headers })).json()
const titles = async (title: string) => (await ask(title)).images.map((image) => image.title)

describe('a question', () => {
  withPublicImages(async () => {
    const ids: number[] = []
    for (const [seed, image] of images.entries())
      ids.push((await createImage(testApp, ada, { png: aPng({ seed }), ...image })).id)
    return ids
  })

  describe('is read', () => {
    test.each([
      ['dog png'],
      ['free transparent picture of a dog'],
      ['dog with a transparent background'],
      ['i need a nice dog image for my presentation'],
    ])('without what says nothing about the image: %s', async (text) => {
      expect(await ask(text)).toMatchObject({ count: 1, images: [{ title: 'Old dog' }] })
    })

    test.each([
      ['words that must not be there', 'red -fox', ['Sports car']],
      ['words that must follow one another', '"red fox"', ['Red fox in the snow']],
      ['words that do not', '"fox red"', []],
      ['either of two words', 'dog OR seahorse', ['Seahorse', 'Old dog']],
      ['either, as programmers write it', 'dog | seahorse', ['Seahorse', 'Old dog']],
      ['an emoji', '🐶', ['Old dog']],
      ['an emoji with a variation selector', '👑️', ['Biggest crown']],
      ['nothing for punctuation', '?!', []],
      ['nothing for an unknown emoji', '🛢', []],
    ])('by %s', async (_, text, found) => {
      expect(await titles(text)).toEqual(found)
    })
  })

  describe('a word is found', () => {
    test.each([
      ['in the tags', 'vehicle', 'Sports car'],
      ['in the category', 'transport', 'Sports car'],
      ['in the description', 'brook', 'Red fox in the snow'],
      ['as a plural', 'dogs', 'Old dog'],
      ['as the singular of an irregular plural', 'wolf', 'Wolves and sheep'],
      ['as a verb form', 'ran', 'BlueMan running'],
      ['as a comparative', 'bigger', 'Biggest crown'],
      ['inside of a name that is written as one', 'blue man', 'BlueMan running'],
      ['beside its number', 'photo07', 'photo07'],
      ['beside its number without zeros', 'photo 7', 'photo07'],
      ['written as two', 'sea horse', 'Seahorse'],
      ['written as one', 'trashcan', 'Trash can'],
      ["in the other side's spelling", 'gray theater', 'Grey theatre'],
    ])('%s', async (_, text, title) => {
      expect((await titles(text))[0]).toBe(title)
    })
  })

  describe('what was made of a word is told', () => {
    test.each([
      ['a typing error', 'buterfly', { said: 'buterfly', as: 'butterfly', why: 'spelling' }, 'Butterfly on a flower'],
      ['two swapped letters', 'flwoer', { said: 'flwoer', as: 'flower', why: 'spelling' }, 'Butterfly on a flower'],
      ['two at the end', 'flowre', { said: 'flowre', as: 'flower', why: 'spelling' }, 'Butterfly on a flower'],
      ['an error in a plural', 'flwoers', { said: 'flwoers', why: 'spelling' }, 'Butterfly on a flower'],
      ['a meaning', 'automobile', { as: expect.stringMatching(/^car\b/), why: 'meaning' }, 'Sports car'],
      ['Spanish', 'perro', { said: 'perro', as: 'dog', why: 'language' }, 'Old dog'],
      ['German', 'Schmetterling', { said: 'schmetterling', as: 'butterfly', why: 'language' }, 'Butterfly on a flower'],
      ['Russian', 'собака', { said: 'собака', as: 'dog', why: 'language' }, 'Old dog'],
      ['Chinese', '狗', { said: '狗', as: 'dog', why: 'language' }, 'Old dog'],
      ['a word beside the others', 'red fox zzyzx', { said: 'zzyzx', as: '', why: 'left out' }, 'Red fox in the snow'],
    ])('for %s', async (_, text, meant, title) => {
      const answer = await ask(text)
      expect(answer.images[0]?.title).toBe(title)
      expect(answer.meant).toContainEqual(expect.objectContaining(meant))
    })

    test('an exact search neither replaces nor widens a word', async () => {
      expect(await ask('automobile', { exact: '1' })).toMatchObject({ count: 0, images: [] })
      expect((await ask('dogs', { exact: '1' })).count).toBe(1)
    })

    test('and nothing where words are found as they are, or are like another word', async () => {
      expect((await ask('old dog')).meant ?? []).toEqual([])
      expect((await ask('car')).images).toMatchObject([{ title: 'Sports car' }])
    })

    test('a mistyped filler word goes, and a real word does not go with it', async () => {
      expect(await titles('dog backgruond')).toEqual(['Old dog'])
      expect(await titles('wolvse images')).toEqual(['Wolves and sheep'])
    })
  })

  describe('among images that match as well', () => {
    test('those of several meanings come in turn', async () => {
      expect(await titles('headgear')).toEqual(['Woollen hat', 'Turban', 'Helmet', 'Straw hat'])
    })

    test('those whose title an earlier one has, but for case and numbers, come last', async () => {
      expect(await titles('lamp')).toEqual(['LAMP 2', 'Lamp in a window', 'Lamp_1'])
    })
  })
})

describe('the demonstration', () => {
  const pictures: Picture[] = []

  /** Its rows without the files, which no search reads. */
  withPublicImages(async () => {
    for (const category of categories)
      for (const name of drawings[category.value]) {
        const texts = textsOf(name, category)
        const sha256 = Buffer.from(name).toString('hex').slice(0, 64).padEnd(64, '0')
        const { keywords, ...columns } = { ...texts, category_id: category.id, file_name: 'a.png' }
        const row = { owner_id: ada.id, slug: name, cloudflare_id: `px-${name}`, sha256, ...columns }
        const [id] = (await insertImages(db, [row])) as [number]
        await setKeywords(db, [id], keywords)
        pictures.push({ id, sha256, ...texts, category: category.name })
      }
    return pictures.map(({ id }) => id)
  })

  /** A part of the benchmark's questions about the demonstration (bench/search). */
  test('search answers made-up questions as well as it did', async () => {
    const [library, cache] = [indexLibrary(pictures), createPostingCache()]
    const rows = await db.selectFrom('images').select(['pub_no', 'id']).where('pub_no', 'is not', null).execute()
    const idOf = new Map(rows.map(({ pub_no, id }) => [pub_no, id]))
    const outcomes = []
    for (const question of questionsOf(library, 'tuned').filter((_, at) => at % 3 === 0)) {
      const { pubNos } = await searchImages(db, cache, { title: question.text }, 1)
      const ids = pubNos.map((pubNo) => idOf.get(pubNo)!)
      outcomes.push(outcomeOf(question, judge(question, library), ids, 0))
    }
    expect(meanOf(outcomes, 'success')).toBeGreaterThan(0.97)
    expect(meanOf(outcomes, 'precision')).toBeGreaterThan(0.92)
    expect(meanOf(outcomes, 'zero')).toBeLessThan(0.01)
  })
})
