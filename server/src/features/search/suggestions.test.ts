import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'

const house = await openTestApp()
const { app } = house
const [ada, admin] = [await createUser(house), await createUser(house, 'admin')]

let seed = 0
const publish = (title: string, keywords = '') =>
  createImage(house, ada, { png: aPng({ seed: ++seed }), title, keywords }, admin)

await publish('Red fox in the snow', 'fox, winter fun')
await publish('Fox', 'fox, fossil')
await publish('FOX', 'wild')
await publish('Café crème', 'Crème brûlée, café')
await publish('Foxglove', 'fox, flower')
await createImage(house, ada, { png: aPng({ seed: ++seed }), title: 'Fox that waits', keywords: 'foxtrot' })

const suggested = async (title?: string) => {
  const answer = await app.inject({ url: '/api/v1/images/suggestions/', query: title === undefined ? {} : { title } })
  expect(answer.statusCode).toBe(200)
  return answer.json().suggestions as { kind: string; text: string }[]
}
const of = async (kind: string, typed: string) =>
  (await suggested(typed)).filter((one) => one.kind === kind).map(({ text }) => text)

test.each([
  [
    'a whole word, short titles first and one of those that differ by case',
    'fox',
    ['FOX', 'Foxglove', 'Red fox in the snow'],
  ],
  ['the beginning of a word', 'sno', ['Red fox in the snow']],
  ['a word and the beginning of another', 'snow re', ['Red fox in the snow']],
  ['neither case nor accents', 'CAFE cre', ['Café crème']],
  ['accents that are not there', 'fóx gl', []],
  ['nothing that only ends so', 'glove', []],
])('titles are suggested for %s', async (_, typed, found) => {
  expect(await of('title', typed)).toEqual(found)
})

test.each([
  ['begin so, the most used first', 'fo', ['fox', 'fossil']],
  ['have a word that begins so', 'fun', ['winter fun']],
  ['have all that was typed', 'winter f', ['winter fun']],
  ['differ by accents alone', 'creme bru', ['Crème brûlée']],
])('tags are suggested that %s', async (_, typed, found) => {
  expect(await of('keyword', typed)).toEqual(found)
})

test.each([undefined, '', '   ', "') & !! :*"])('nothing typed (%j) is nothing suggested', async (typed) => {
  expect(await suggested(typed)).toEqual([])
})

test('what is typed may hold anything that a title may, and no more', async () => {
  expect(await suggested("fox' | 'x")).toEqual([])
  expect((await app.inject(`/api/v1/images/suggestions/?title=${'x'.repeat(201)}`)).statusCode).toBe(400)
})

test('eight at most, half of them tags where there are as many', async () => {
  for (let n = 1; n <= 9; n++) await publish(`Zebra ${n}`, `zebra ${n}`)
  const kinds = (await suggested('zebra')).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array(4).fill('title'), ...Array(4).fill('keyword')])
  await publish('Zebra crossing')
  expect((await suggested('zebra cro')).map(({ text }) => text)).toEqual(['Zebra crossing'])
})

test('a picture that is rejected takes its title and its tags along', async () => {
  const { id } = await publish('Quokka', 'quokka')
  expect(await suggested('quok')).toEqual([
    { kind: 'title', text: 'Quokka' },
    { kind: 'keyword', text: 'quokka' },
  ])
  await setStatus(house, admin, [id], 'rejected')
  expect(await suggested('quok')).toEqual([])
})
