import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'

// The only tests that load the tables of meanings and translations, which takes seconds.
const testApp = await openTestApp({ WORD_TABLES: 'on' })
const { app, db } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const publish = (title: string, more: { keywords?: string; category?: string; description?: string } = {}) =>
  createImage(testApp, ada, { png: aPng({ seed: ++seed }), title, ...more }, admin)

beforeAll(async () => {
  await publish('Old dog', { keywords: 'animal', category: 'animals' })
  await publish('Red fox in the snow', { keywords: 'winter', description: 'It waits beside a frozen brook.' })
  await publish('Sports car', { keywords: 'vehicle, red', category: 'transport' })
  await publish('Wolves and sheep', { keywords: 'flock' })
  await publish('BlueMan running')
  await publish('photo07')
  await publish('Seahorse')
  await publish('Trash can')
  await publish('Grey theatre', { keywords: 'stage' })
  await publish('Butterfly on a flower', { keywords: 'insect' })
  await publish('Biggest crown')
  for (const title of ['Turban', 'Helmet', 'Straw hat', 'Woollen hat']) await publish(title)
  for (const title of ['Lamp in a window', 'Lamp_1', 'LAMP 2']) await publish(title)
  const loaded = () => db.selectFrom('word_table').select('name').execute()
  await vi.waitFor(async () => expect(await loaded()).toHaveLength(2), { timeout: 50_000, interval: 200 })
}, 60_000)

interface Answer {
  count: number
  meant?: Replacement[]
  images: { title: string }[]
}

const ask = async (title: string, more = {}): Promise<Answer> =>
  (await app.inject({ url: '/api/v1/images/approved/', query: { title, ...more }, headers: admin.headers })).json()
const titles = async (title: string) => (await ask(title)).images.map((image) => image.title)

describe('a question is read', () => {
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
    [
      'two swapped letters at the end',
      'flowre',
      { said: 'flowre', as: 'flower', why: 'spelling' },
      'Butterfly on a flower',
    ],
    ['an error in a plural', 'flwoers', { said: 'flwoers', why: 'spelling' }, 'Butterfly on a flower'],
    [
      'a meaning',
      'automobile',
      { said: 'automobile', as: expect.stringMatching(/^car\b/), why: 'meaning' },
      'Sports car',
    ],
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

  test('and nothing where words are found as they are', async () => {
    expect((await ask('old dog')).meant ?? []).toEqual([])
  })

  test('an exact search neither replaces nor widens a word', async () => {
    expect(await ask('automobile', { exact: '1' })).toMatchObject({ count: 0, images: [] })
    expect((await ask('dogs', { exact: '1' })).count).toBe(1)
  })

  test('a word that images have is not taken for a typing error of another', async () => {
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
