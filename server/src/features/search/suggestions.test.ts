import { expect, test } from 'vitest'
import { aNewPng } from '#test/png'
import { createImage, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, ada, admin } = await openAppWithPeople()

const publish = (title: string, keywords = '') => createImage(testApp, ada, { png: aNewPng(), title, keywords }, admin)

await publish('Red fox in the snow', 'fox, winter fun')
await publish('Fox', 'fox, fossil')
await publish('FOX', 'wild')
await publish('Café crème', 'Crème brûlée, café')
await publish('Foxglove', 'fox, flower')
await createImage(testApp, ada, { png: aNewPng(), title: 'Fox that waits', keywords: 'foxtrot' })

const suggestions = async (title?: string) => {
  const answer = await app.inject({ url: '/api/v1/images/suggestions/', query: title === undefined ? {} : { title } })
  expect(answer.statusCode).toBe(200)
  return answer.json().suggestions as { kind: string; text: string; count: number }[]
}
const textsOf = async (typed: string) => (await suggestions(typed)).map(({ text }) => text)

test.each([
  ['words, tags and short titles, each once in any case', 'fox', ['fox', 'Foxglove', 'Red fox in the snow']],
  ['the words that begin so, the most used first', 'fo', ['fox', 'fossil', 'Foxglove', 'Red fox in the snow']],
  ['a tag by a later word', 'fun', ['fun', 'winter fun']],
  ['a tag by all of its words', 'winter f', ['winter fox', 'winter fun']],
  ['only what images of the first word have', 'snow re', ['snow red', 'Red fox in the snow']],
  ['any case, with or without accents', 'CAFE cre', ['Café crème']],
  ['nothing that lacks a word', 'fóx gl', []],
  ['no word that only ends with it', 'glov', []],
  ['words that begin so but for one typing error', 'fosx', ['fox', 'fossil']],
])('what is suggested is %s', async (_, typed, found) => {
  expect(await textsOf(typed)).toEqual(found)
})

test('a suggestion tells how many images it finds, and shows one of them', async () => {
  const [first] = await suggestions('fox')
  const thumbnail = { cloudflare_url: expect.stringContaining('/media/') }
  expect(first).toMatchObject({ kind: 'title', text: 'fox', count: 4, thumbnail })
})

test('nothing is suggested for no words, nor for text that a title may hold, which may be no longer', async () => {
  for (const typed of [undefined, '', '   ', "') & !! :*", "fox' | 'x"]) expect(await suggestions(typed)).toEqual([])
  expect((await app.inject(`/api/v1/images/suggestions/?title=${'x'.repeat(201)}`)).statusCode).toBe(400)
})

test('at most eight are suggested, and those that differ by number or order count as one', async () => {
  for (const animal of ['ant', 'bat', 'cat', 'dog', 'elk', 'fly', 'gnu', 'hen', 'ibis'])
    await publish(`Zebra and ${animal}`, `${animal} zebra, zebras`)
  const texts = await textsOf('zebra')
  expect(texts).toHaveLength(8)
  expect(texts[0]).toBe('zebra')
  expect(texts).not.toContain('zebras')
})

test('what a rejected image alone has is no longer suggested', async () => {
  const { id } = await publish('Quokka', 'quokka')
  expect(await textsOf('quok')).toEqual(['Quokka'])
  await setStatus(testApp, admin, [id], 'rejected')
  expect(await suggestions('quok')).toEqual([])
})
