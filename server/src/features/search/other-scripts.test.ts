import { expect, test } from 'vitest'
import { aNewPng } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'

// Words that people write in other ways than a title has them, by the search of visitors.

const { testApp, app, db, ada, admin } = await openAppWithPeople()

const [cat, tree] = ['قِطَّةٌ حَمْرَاءُ', "L'arbre de l’été"]
const endings = ['고양이가 자는 모습', '꽃이 핀 나무', '개와 공', 'Коты в окне']
const others = ['Black dog', 'Sleeping cat', 'Flower', "Un'ape sull'uva", 'Smores', "Feuille d'or", 'Feuille']
for (const title of [cat, tree, ...endings, ...others])
  await createImage(testApp, ada, { png: aNewPng(), title }, admin)
const translations = Object.entries({ 고양이: 'cat:0', 꽃: 'flower:0', 개: 'dog:0', кот: 'cat:0', قطه: 'cat:0' })
for (const [word, targets] of translations) await db.insertInto('translation').values({ word, targets }).execute()

const titles = async (title: string): Promise<string[]> => {
  const { images } = (await app.inject({ url: '/api/v1/images/approved/', query: { title } })).json()
  return images.map((image: { title: string }) => image.title)
}

test.each([
  ['with tatweel, before its translation', 'قـــطة', cat],
  ['without an article', 'été', tree],
  ['with another apostrophe', "l'ete", tree],
  ['as one word with its article', 'larbre', tree],
  ['behind an Italian article', 'uva', "Un'ape sull'uva"],
  ['behind an article that the title has not', "l'uva", "Un'ape sull'uva"],
  ['as if with an article', "s'mores", 'Smores'],
  ['though it is a filler', 'or', "Feuille d'or"],
  ['though it is a filler beside another word', "d'or feuille", "Feuille d'or"],
])('a title is found %s', async (_, text, title) => {
  expect((await titles(text))[0]).toBe(title)
})

test.each([
  ['고양이', '고양이가 자는 모습', 'Sleeping cat'],
  ['꽃', '꽃이 핀 나무', 'Flower'],
  ['개', '개와 공', 'Black dog'],
  ['кот', 'Коты в окне', 'Sleeping cat'],
])('a title that has the word with an ending is found beside its translation: %s', async (text, title, translation) => {
  expect((await titles(text)).toSorted()).toEqual([title, translation].toSorted())
})

test.each(['-', '\u2010', '\u2011', '\u2212', '\u2013'])('a word is excluded by %s', async (sign) => {
  expect(await titles(`sleeping cat ${sign}dog`)).toEqual(['Sleeping cat'])
  expect(await titles(`dog OR cat ${sign}"black dog"`)).toEqual(['Sleeping cat'])
  expect((await titles(`cat ${sign} sleeping`))[0]).toEqual('Sleeping cat')
})
