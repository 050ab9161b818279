import { previewSides, previewVersion } from '@vitrine/contract/media-files'
import { categories } from '@vitrine/contract/vocabulary/categories'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { Updateable } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withPostponedFileRemoval } from '#features/images/files/unowned-files.sql'
import { previewKey } from '#features/images/storage-keys'
import { addDownloads } from '#features/publishing/downloads.sql'
import { refreshTrending } from '#features/publishing/popularity'
import type { Tables } from '#schema'
import { drawDisc } from '#test/drawings'
import { addImages, createImage, openAppWithPeople, setStatus, withoutJobs } from '#test/test-app'
import { makeCovers } from './covers.ts'
import { refreshHighlights } from './refresh-highlights.ts'

const { testApp, app, db, store, ada, bob, admin } = await openAppWithPeople({}, withoutJobs)

const visibleBox = (width: number) => JSON.stringify({ left: 0, top: 0, width, height: 200 })

/** Publishes a row without files, of which was measured what shows a picture first where nothing else is said. */
async function publish(title: string, category: string, facts: Updateable<Tables['file']> = {}, owner = ada) {
  const category_id = categories.find(({ value }) => value === category)!.id
  const [image] = await addImages(testApp, owner, [title], { category_id })
  const good = { width: 520, height: 500, transparent_ratio: 0.5, findings: '[]', edge_score: 100 }
  const measured = { ...good, visible_box: visibleBox(260), ...facts } as typeof facts
  await db.updateTable('file').set(measured).where('sha256', '=', image.sha256).execute()
  await setStatus(testApp, admin, [image.id], 'approved')
  return image
}

/** As if every preview had so many bytes. */
const refresh = (day: string, size: (key: string) => Promise<number | null> = async () => 5_000) =>
  refreshHighlights({ ...testApp, store: { ...store, size } }, day)

/** As a signed-in person reads them: never from the cache. */
const highlights = async (category?: string) => {
  const query: Record<string, string> = category ? { category } : {}
  return (await app.inject({ url: '/api/v1/images/highlights/', query, headers: ada.headers })).json()
}
const titles = async (category?: string): Promise<string[]> =>
  (await highlights(category)).images.map(({ title }: { title: string }) => title)

// Each test goes on with the pictures of the one before it, on a later day.
describe('the pictures of the day and their covers', { shuffle: false }, () => {
  test('an empty library has none, and what is small, long, opaque, at fault or hardly seen is none', async () => {
    expect(await titles()).toEqual([])
    await refresh('2026-03-01')
    expect(await titles()).toEqual([])
    const unfit: Updateable<Tables['file']>[] = [
      { width: 499, height: 400 },
      { width: 1_001, height: 500 },
      { width: 500, height: 1_001 },
      { transparent_ratio: 0.1 },
      { contrast_tile: 'light' },
      { visible_box: visibleBox(259) },
      { findings: '[{"kind": "haze", "share": 0.5}]' },
      { findings: null },
    ]
    for (const facts of unfit) await publish('Unfit', 'food', facts)
    await refresh('2026-03-02')
    expect(await titles()).toEqual([])
    await publish('Good', 'food', { width: 500, height: 250 })
    await refresh('2026-03-02')
    expect(await titles()).toEqual(['Good'])
  })

  test('while a library is being filled, its pictures are not those that happened to be the first', async () => {
    const publishAll = async (all: string[]) => {
      for (const title of all) await publish(title, 'hobbies_and_leisure')
      await refresh('2026-03-02')
      return titles('hobbies_and_leisure')
    }
    const first = await publishAll(['Kite', 'Ball', 'Dice'])
    expect(first.sort()).toEqual(['Ball', 'Dice', 'Kite'])
    expect((await publishAll(['Chess', 'Cards', 'Darts'])).sort()).toEqual(first)
    expect(await publishAll(Array.from({ length: 14 }, (_, n) => `Toy ${n}`))).not.toEqual(
      expect.arrayContaining(first),
    )
  })

  test('the pictures stay for a day and are others the next day, of different categories and people', async () => {
    const categories = ['animals', 'drinks', 'food', 'people', 'science', 'sports', 'transport']
    for (const category of categories) {
      await publish(`${category} by Ada`, category)
      await publish(`${category} by Bob`, category, {}, bob)
    }
    const setOf = (day: string) => refresh(day).then(() => titles())
    const [first, again, second] = [await setOf('2026-03-03'), await setOf('2026-03-03'), await setOf('2026-03-04')]
    expect(first).toHaveLength(limits.highlights)
    expect(again).toEqual(first)
    expect(first.filter((title) => second.includes(title))).toEqual([])
    for (const set of [first, second]) {
      expect(new Set(set.map((title) => title.split(' ')[0])).size).toBe(limits.highlights)
      expect(new Set(set.map((title) => title.split(' ').at(-1))).size).toBeGreaterThan(1)
    }
  })

  test('a category has pictures of its own, in any spelling of its name', async () => {
    await publish('Third animal', 'animals')
    await refresh('2026-03-04')
    expect((await titles('Animals')).sort()).toEqual(['Third animal', 'animals by Ada', 'animals by Bob'])
    expect(await titles('landscape')).toEqual([])
  })

  let hit: Awaited<ReturnType<typeof publish>>
  test('what trends comes before what is new', async () => {
    hit = await publish('Hit', 'technology')
    for (const title of ['Radio', 'Phone', 'Robot', 'Drone', 'Watch']) await publish(title, 'technology')
    await addDownloads(db, [{ image_id: hit.id, day: new Date().toISOString().slice(0, 10), count: 5 }])
    await refreshTrending(db)
    await refresh('2026-03-05')
    expect(await titles('technology')).toContain('Hit')
  })

  test('colourful pictures of much detail and clean edges come before pale and plain ones', async () => {
    const colours = (hex: string) => JSON.stringify([{ hex, share: 1 }])
    for (const title of ['Grey wall', 'Grey door', 'Grey roof'])
      await publish(title, 'buildings_and_architecture', { colours: colours('#8a8a8a'), edge_score: 90 })
    const best = ['Red castle', 'Blue tower', 'Green barn']
    for (const title of best) await publish(title, 'buildings_and_architecture', { colours: colours('#d8432f') })
    await refresh('2026-03-05')
    expect((await titles('buildings_and_architecture')).sort()).toEqual(best.toSorted())
  })

  test('a withdrawn picture leaves at once, and another takes its place while the rest stays', async () => {
    const before = await titles('technology')
    const row = await db.selectFrom('images').select('id').where('title', '=', before[0]!).executeTakeFirstOrThrow()
    await setStatus(testApp, admin, [row.id], 'rejected')
    expect(await titles('technology')).toEqual(before.slice(1))
    await refresh('2026-03-05')
    const after = await titles('technology')
    expect(after).toHaveLength(limits.categoryHighlights)
    expect(after).toEqual(expect.arrayContaining(before.slice(1)))
  })

  test('the previews of a set have at most 90 kB together; heavy ones give way', async () => {
    await refresh('2026-03-06', async () => 15_000)
    expect(await titles()).toHaveLength(6)
    await refresh('2026-03-07', async () => 15_001)
    expect(await titles()).toHaveLength(5)
    const heavy = previewKey(hit.sha256, previewSides[0], previewVersion)
    await refresh('2026-03-08', async (key) => (key === heavy ? 80_001 : 5_000))
    expect(await titles('technology')).toHaveLength(limits.categoryHighlights)
    expect(await titles('technology')).not.toContain('Hit')
  })

  async function refreshCovers(day: string) {
    await refreshHighlights(testApp, day)
    await makeCovers(testApp)
  }
  const covers = async () => (await Array.fromAsync(store.list('covers/'))).filter((key) => key.includes('/11-'))

  test('a picture without a preview is not shown', async () => {
    for (const title of ['Lake', 'Beach', 'Hill', 'River', 'Forest', 'Desert'])
      await createImage(testApp, ada, { png: await drawDisc(), title, category: 'landscape' }, admin)
    await refreshHighlights(testApp, '2026-03-09')
    expect(await titles('technology')).toEqual([])
    expect(await titles('landscape')).toHaveLength(limits.categoryHighlights)
  })

  test('a set has a cover of 1200 × 630, and the address of an older one shows the newest', async () => {
    expect((await highlights('landscape')).cover).toBeNull()
    await refreshCovers('2026-03-10')
    const { cover: first } = await highlights('landscape')
    const url = expect.stringMatching(/^\/media\/covers\/11-[0-9a-f]{16}\.jpg$/)
    expect(first).toEqual({ url, width: 1200, height: 630 })
    const file = await app.inject(first.url)
    const caching = { 'cache-control': 'public, max-age=3596, s-maxage=4' }
    expect(file.headers).toMatchObject({ ...caching, 'content-type': 'image/jpeg' })
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const centre = await sharp(file.rawPayload).extract({ left: 200, top: 315, width: 1, height: 1 }).raw().toBuffer()
    for (const [at, value] of [0xe4, 0x57, 0x2e].entries()) expect(Math.abs(centre[at]! - value)).toBeLessThan(6)
    expect((await highlights('technology')).cover).toBeNull()

    await refreshCovers('2026-03-11')
    const { cover: second } = await highlights('landscape')
    expect(second.url).not.toBe(first.url)
    expect((await app.inject(first.url)).rawPayload).toEqual((await app.inject(second.url)).rawPayload)
    expect((await covers()).map((key) => `/media/${key}`)).toEqual([second.url])
  })

  test('a cover that is replaced while a backup runs stays until the next one', async () => {
    const before = await covers()
    await withPostponedFileRemoval(testApp.backgroundDb, () => refreshCovers('2026-03-12'))
    expect(await covers()).toEqual(expect.arrayContaining(before))
    expect(await covers()).toHaveLength(2)
    await refreshCovers('2026-03-13')
    expect(await covers()).toHaveLength(1)
  })

  test('a cover with a withdrawn picture is not sent any more', async () => {
    const { cover, images } = await highlights('landscape')
    await setStatus(testApp, admin, [images[0].id], 'rejected')
    expect((await highlights('landscape')).cover).toBeNull()
    expect((await app.inject(cover.url)).statusCode).toBe(404)
    await refreshCovers('2026-03-11')
    expect((await app.inject(cover.url)).statusCode).toBe(200)
  })
})

test('a category is described in one sentence of its own, and the library is not', async () => {
  const descriptions: string[] = []
  for (const { value } of categories) {
    const answer = await app.inject({ url: '/api/v1/images/highlights/', query: { category: value } })
    descriptions.push(answer.json().description)
  }
  expect(new Set(descriptions).size).toBe(categories.length)
  for (const text of descriptions) expect(text).toMatch(/^[A-Z].{20,90}\.$/)
  expect((await app.inject('/api/v1/images/highlights/')).json().description).toBeNull()
})

test('below the covers there is no other file', async () => {
  for (const name of ['0.jpg', '99-0123456789abcdef.jpg', '0-..%2f..%2foriginal.jpg'])
    expect([name, (await app.inject(`/media/covers/${name}`)).statusCode]).toEqual([name, 404])
})
