import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { nextDrawing } from '#test/drawings'
import { addImages, createImage, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, ada, admin } = await openAppWithPeople()

test('related images that do not fit on the first page are on the second, and none after them', async () => {
  const others = 4
  const titles = Array.from({ length: limits.relatedImages + others + 1 }, (_, at) => `Shelf ${at}`)
  const added = await addImages(testApp, ada, titles)
  const ids = added.map(({ id }) => id)
  await setStatus(testApp, admin, ids, 'approved')
  const { slug } = added[0]!
  const related = async (page: string): Promise<number[]> => {
    const { images } = (await app.inject({ url: `/api/v1/images/${slug}/`, query: { page } })).json()
    return images.map(({ id }: { id: number }) => id)
  }
  const pages = [await related('1'), await related('2'), await related('3')]
  expect(pages.map(({ length }) => length)).toEqual([limits.relatedImages, others, 0])
  expect(new Set(pages.flat()).size).toBe(limits.relatedImages + others)
  const page = async (query: string) => (await app.inject(`/image/${slug}/${query}`)).body
  expect(await page('')).toContain('href="?page=2#related"')
  expect(cardsIn(await page('?page=2'))).toHaveLength(others)
})

const cardsIn = (html: string) => html.match(/<li class="card/g) ?? []

test('related images are narrowed by words and by a keyword', async () => {
  const rows = [
    ['Lantern', ''],
    ['Red lantern', ''],
    ['Lanterns in a row', 'night'],
    ['Red lanterns', 'night'],
  ] as const
  for (const [title, keywords] of rows) {
    await createImage(testApp, ada, { png: await nextDrawing(), title, keywords }, admin)
  }
  const related = async (query: Record<string, string>) => {
    const { images } = (await app.inject({ url: '/api/v1/images/lantern/', query })).json()
    return images.map(({ title }: { title: string }) => title).sort()
  }
  expect(await related({ title: 'red' })).toEqual(['Red lantern', 'Red lanterns'])
  expect(await related({ keyword: 'Night' })).toEqual(['Lanterns in a row', 'Red lanterns'])
  expect(await related({ title: 'red', keyword: 'night' })).toEqual(['Red lanterns'])
  expect(await related({ title: 'blue' })).toEqual([])
})
