import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const publish = (title: string, more: { keywords?: string; category?: string } = {}) =>
  createImage(testApp, ada, { png: aPng({ seed: ++seed }), title, ...more }, admin)

test('images of the same tags are related first, then of the same title words, then of the category', async () => {
  const fox = await publish('Red fox 7', { keywords: 'animal, winter', category: 'animals' })
  await publish('Snowy owl', { keywords: 'animal, winter' })
  await publish('Foxes at play', { keywords: 'animal' })
  await publish('Grey wolf', { keywords: 'winter' })
  await publish('Red foxes')
  await publish('Fox den')
  await publish('Cow', { category: 'animals' })
  await publish('Car of 7')
  const { images } = (await testApp.app.inject(`/api/v1/images/${fox.slug}/`)).json()
  expect(images.map(({ title }: { title: string }) => title)).toEqual([
    'Snowy owl',
    'Foxes at play',
    'Grey wolf',
    'Red foxes',
    'Fox den',
    'Cow',
  ])
})
