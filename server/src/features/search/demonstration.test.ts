import { beforeAll, expect, test, vi } from 'vitest'
import { categoryOf, libraryDrawings, textsOf } from '#features/demo/demo-images'
import { setKeywordsOfEach } from '#features/images/images.sql'
import { setStatus } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { addImages, openAppWithPeople } from '#test/test-app'
import { judge } from '../../../../bench/search/judge.ts'
import { indexLibrary, type Picture } from '../../../../bench/search/library.ts'
import { meanOf, type Outcome, outcomeOf } from '../../../../bench/search/metrics.ts'
import { questionsOf } from '../../../../bench/search/questions/kinds.ts'
import { applyIndexQueue } from './inverted-index/indexer.ts'
import { createPostingCache } from './postings.ts'
import { searchImages } from './query.ts'

const { testApp, db, ada } = await openAppWithPeople({ WORD_TABLES: 'on' })

const pictures: Picture[] = []

/** Its rows without the files, which no search reads. */
beforeAll(async () => {
  const loaded = () => db.selectFrom('translation').select('word').where('word', '=', '').execute()
  await vi.waitFor(async () => expect(await loaded()).toHaveLength(1), { timeout: 50_000, interval: 200 })
  for (const drawing of libraryDrawings().filter(({ source }) => source === 'noto')) {
    const [texts, category] = [textsOf(drawing), categoryOf(drawing)]
    const { title, keywords, ...more } = texts
    // The questions are drawn in its order.
    const sha256 = Buffer.from(drawing.name).toString('hex').slice(0, 64).padEnd(64, '0')
    const [{ id }] = await addImages(testApp, ada, [title], { ...more, category_id: category.id, sha256 })
    await setKeywordsOfEach(db, [{ id, keywords }])
    pictures.push({ id, sha256, ...texts, category: category.name })
  }
  const ids = pictures.map(({ id }) => id)
  await db.transaction().execute((tx) => setStatus(tx, ids, 'approved').then(() => syncReadModel(tx, ids)))
  while (await applyIndexQueue(db));
}, 60_000)

const cache = createPostingCache()
let titleOf: Map<number, string>
beforeAll(async () => {
  const rows = await db.selectFrom('images').select(['pub_no', 'title']).where('pub_no', 'is not', null).execute()
  titleOf = new Map(rows.map(({ pub_no, title }) => [pub_no!, title]))
})

// No drawing has both words.
test.each([
  ['tiny house', /house/i],
  ['golden moon', /moon/i],
  ['cute elephant', /elephant/i],
  ['black dog', /dog/i],
  ['perro negro', /dog/i],
  ['elefante gracioso', /elephant/i],
  ['manzana roja', /apple/i],
  ['kleines Haus', /house/i],
  ['alter Baum', /tree/i],
  ['roter Apfel', /apple/i],
  ['lustiger Elefant', /elephant/i],
  ['grüne Schildkröte', /turtle/i],
  ['ancien château', /castle/i],
  ['château ancien', /castle/i],
  ['hibou brun', /owl/i],
  ['no smoking', null],
  ['arrow pointing right', null],
  ['knife and fork', null],
])('two words find what the noun names: %s', async (title, shown) => {
  const { pubNos } = await searchImages(db, cache, { title }, 1)
  if (shown) expect(titleOf.get(pubNos[0]!)).toMatch(shown)
  else expect(pubNos).toEqual([])
})

const isPair = (kind: string) => kind.endsWith('never together')

/** A part of the benchmark's questions about the demonstration (bench/search). */
test('search answers made-up questions as well as it did', async () => {
  const library = indexLibrary(pictures)
  const rows = await db.selectFrom('images').select(['pub_no', 'id']).where('pub_no', 'is not', null).execute()
  const idOf = new Map(rows.map(({ pub_no, id }) => [pub_no, id]))
  const outcomes: Outcome[] = []
  for (const question of questionsOf(library, 'tuned').filter(({ kind }, at) => isPair(kind) || at % 3 === 0)) {
    const { pubNos } = await searchImages(db, cache, { title: question.text }, 1)
    const ids = pubNos.map((pubNo) => idOf.get(pubNo)!)
    outcomes.push(outcomeOf(question, judge(question, library), ids, 0))
  }
  const of = (isMeant: (kind: string) => boolean) => outcomes.filter(({ question }) => isMeant(question.kind))
  const others = of((kind) => !isPair(kind) && kind !== 'synonym')
  expect(meanOf(others, 'success')).toBeGreaterThan(0.97)
  expect(meanOf(others, 'precision')).toBeGreaterThan(0.92)
  expect(meanOf(others, 'zero')).toBeLessThan(0.015)
  expect(meanOf(of(isPair), 'success')).toBeGreaterThan(0.97)
  expect(meanOf(of(isPair), 'first')).toBeGreaterThan(0.92)
  // What has the same meaning and what a library of 240 things lacks are not told apart.
  const synonyms = of((kind) => kind === 'synonym')
  expect(meanOf(synonyms, 'success')).toBeGreaterThan(0.6)
})
