import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setStatus } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { aNewPng, aPng } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'
import { applyIndexQueue } from './inverted-index/indexer.ts'
import { createPostingCache } from './postings.ts'
import { searchImages } from './query.ts'

// Loads the tables of meanings and translations, which takes seconds, as demonstration.test.ts does.
const { testApp, app, db, ada, admin } = await openAppWithPeople({ WORD_TABLES: 'on' })

beforeAll(async () => {
  const loaded = () => db.selectFrom('translation').select('word').where('word', '=', '').execute()
  await vi.waitFor(async () => expect(await loaded()).toHaveLength(1), { timeout: 50_000, interval: 200 })
}, 60_000)

async function publish(ids: number[], status: 'approved' | 'rejected' = 'approved') {
  await db.transaction().execute((tx) => setStatus(tx, ids, status).then(() => syncReadModel(tx, ids)))
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
  { title: 'Landscape format' },
  { title: 'Easel', keywords: 'landscape' },
  { title: 'Dune', category: 'landscape' },
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
  partly?: string[]
  near?: string[]
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

  test.each([
    ['dog png'],
    ['free transparent picture of a dog'],
    ['dog with a transparent background'],
    ['i need a nice dog image for my presentation'],
    ['can somebody help me to find an old dog for the cover of our magazine'],
  ])('a question is read without what says nothing about the image: %s', async (text) => {
    expect(await ask(text)).toMatchObject({ count: 1, images: [{ title: 'Old dog' }] })
  })

  test.each([
    ['old trash can', 'Trash can'],
    ['nice trash can clip art', 'Trash can'],
  ])('a question is read with a filler that is a part of a noun: %s', async (text, title) => {
    expect((await titles(text))[0]).toBe(title)
  })

  test.each([
    ['words that must not be there', 'lamp -window', ['LAMP 2', 'Lamp_1']],
    ['words that must follow one another', '"red fox"', ['Red fox in the snow']],
    ['words that do not', '"fox red"', []],
    ['two phrases', '"red fox" "the snow"', ['Red fox in the snow']],
    ['two phrases of which one is nowhere', '"red fox" "snow the"', []],
    ['either of two words', 'dog OR seahorse', ['Seahorse', 'Old dog']],
    ['either, as programmers write it', 'dog | seahorse', ['Seahorse', 'Old dog']],
    ['an emoji', '🐶', ['Old dog']],
    ['an emoji with a variation selector', '👑️', ['Biggest crown']],
    ['nothing for punctuation', '?!', []],
    ['nothing for an unknown emoji', '🛢', []],
  ])('a question is read by %s', async (_, text, found) => {
    expect(await titles(text)).toEqual(found)
  })

  test.each([
    ['in the tags', 'vehicle', 'Sports car'],
    ['in the category', 'transport', 'Sports car'],
    ['in the description', 'brook', 'Red fox in the snow'],
    ['as a plural', 'dogs', 'Old dog'],
    ['as the singular of an irregular plural', 'wolf', 'Wolves and sheep'],
    ['as a verb form', 'ran', 'BlueMan running'],
    ['as a comparative', 'bigger', 'Biggest crown'],
    ['inside of a name that is written as one', 'blue man', 'BlueMan running'],
    ['next to its number', 'photo07', 'photo07'],
    ['next to its number without zeros', 'photo 7', 'photo07'],
    ['written as two', 'sea horse', 'Seahorse'],
    ['written as one', 'trashcan', 'Trash can'],
    ["in the other side's spelling", 'gray theater', 'Grey theatre'],
  ])('a word is found %s', async (_, text, title) => {
    expect((await titles(text))[0]).toBe(title)
  })

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
  ])('what was made of a word is told for %s', async (_, text, meant, title) => {
    const answer = await ask(text)
    expect(answer.images[0]?.title).toBe(title)
    expect(answer.meant).toContainEqual(expect.objectContaining(meant))
  })

  test('nothing is told where words are found as they are, or like another word, or exactly', async () => {
    expect(await ask('automobile', { exact: '1' })).toMatchObject({ count: 0, images: [] })
    expect((await ask('dogs', { exact: '1' })).count).toBe(1)
    expect((await ask('old dog')).meant ?? []).toEqual([])
    expect((await ask('car')).images).toMatchObject([{ title: 'Sports car' }])
  })

  test('a mistyped filler word goes, and a real word does not go with it', async () => {
    expect(await titles('dog backgruond')).toEqual(['Old dog'])
    expect(await titles('wolvse images')).toEqual(['Wolves and sheep'])
  })

  test.each([
    ['an adjective is what lacks', 'old helmet', ['helmet'], ['Helmet']],
    ['a word that is no word does not count', 'red fox zzyzx', ['fox'], ['Red fox in the snow']],
    ['nouns are shown, the last of them first', 'dog turban', ['dog', 'turban'], ['Turban', 'Old dog']],
    ['what stands after a preposition comes last', 'turban on a dog', ['turban', 'dog'], ['Turban', 'Old dog']],
  ])('where no image has all words, %s', async (_, text, partly, found) => {
    const answer = await ask(text)
    expect(answer).toMatchObject({ partly, count: found.length })
    expect(answer.images.map(({ title }) => title)).toEqual(found)
  })

  // By an adjective alone, by a near word, in another language or as a typing error.
  test.each(['old rooster', 'red train', 'spruce cabinet', 'boat', 'pan', 'chat'])(
    'nothing is shown rather than something else: %s',
    async (text) => expect(await ask(text)).toMatchObject({ count: 0, images: [] }),
  )

  test('where no image has all words, near searches are offered', async () => {
    expect(await ask('beagle')).toMatchObject({ count: 0, near: ['dog'] })
  })

  test('words of the title come before those of tags and category, and repeated titles come last', async () => {
    expect(await titles('landscape')).toEqual(['Landscape format', 'Easel', 'Dune'])
    expect(await titles('lamp')).toEqual(['LAMP 2', 'Lamp in a window', 'Lamp_1'])
  })
})

describe('a colour', () => {
  const [black, red] = ['#1d1d1f', '#d92f2f']
  withPublicImages(async () => {
    const ids: number[] = []
    for (const [title, colour] of [
      ['Cat asleep', black],
      ['Cat in a basket', red],
      ['Black cat at night', red],
      ['Anvil on a stump', black],
    ] as const)
      ids.push((await createImage(testApp, ada, { png: aNewPng({ colour }), title })).id)
    return ids
  })

  test('beside a noun orders its images: those called so, then those that are, then all others', async () => {
    expect(await titles('black cat')).toEqual(['Black cat at night', 'Cat asleep', 'Cat in a basket'])
    expect(await titles('red cat')).toEqual(['Black cat at night', 'Cat in a basket', 'Cat asleep'])
  })

  test.each([
    ['in another language', 'schwarz cat'],
    ['as a shade', 'sooty cat'],
  ])('is known %s', async (_, text) => {
    const found = await titles(text)
    expect(found.indexOf('Cat asleep')).toBeLessThan(found.indexOf('Cat in a basket'))
    expect(found).toHaveLength(3)
  })

  test('alone finds what is called so and what is so', async () => {
    expect(await titles('black')).toEqual(['Black cat at night', 'Anvil on a stump', 'Cat asleep'])
  })
})

describe('a long question', () => {
  const things =
    'tiger horse zebra whale camel goose panda koala shark snake lemon mango grape peach melon onion bread ' +
    'piano cello flute banjo organ chair couch shelf clock spoon knife plate glass daisy tulip robot'
  withPublicImages(async () => {
    const image = { png: aPng({ seed: 800 }), title: 'All of these', keywords: things.replaceAll(' ', ', ') }
    return [(await createImage(testApp, ada, image)).id]
  })

  test('costs 75 queries at most, whatever its words are', async () => {
    let queries = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const unknown = things.split(' ').map((word) => `${word.slice(1)}${word[0]}dle`)
    for (const title of [unknown.join(' '), unknown.slice(0, 6).join(' '), unknown.slice(0, 12).join(' OR ')]) {
      queries = 0
      await searchImages(counting, createPostingCache(), { title }, 1)
      expect(queries).toBeGreaterThan(0)
      expect(queries).toBeLessThanOrEqual(75)
    }
  })

  test('has eight words corrected at most, however many are mistyped', async () => {
    const words = things.split(' ')
    const mistyped = words.map((word) => `${word.slice(0, 4)}q`)
    expect(mistyped).toHaveLength(33)
    expect((await ask(mistyped.join(' '))).partly).toEqual(words.slice(0, 8))
    const told = (await ask(mistyped.slice(0, 20).join(' OR '))).meant!
    expect(told.map((one) => one.as)).toEqual(words.slice(0, 8))
  })
})
