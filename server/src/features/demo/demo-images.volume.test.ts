import { expect, test } from 'vitest'
import { measurePicture } from '#imaging/measures/measure-picture'
import { type Drawing, drawings, findDrawing } from './demo-drawings.ts'
import { faultyDrawings } from './demo-faults.ts'
import { libraryDrawings, renderDrawing } from './demo-images.ts'

async function findingsOf(drawing: Drawing) {
  const { data, info } = await renderDrawing(drawing).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return measurePicture({ pixels: data, width: info.width, height: info.height }).findings.map(({ kind }) => kind)
}

const waiting = faultyDrawings.filter(({ rejection }) => !rejection)
const objects = libraryDrawings().filter(({ source }) => source === 'rendered')
const someObjects = objects.slice(0, 7 * Number(process.env.TEST_SCALE ?? 1))

test.each(waiting)('a fault is found in $name, which waits for review', async ({ name, spoil }) => {
  const drawing = findDrawing(name)
  expect(await findingsOf({ ...drawing, body: spoil(drawing.body) })).not.toEqual([])
})

test.each(someObjects)('no fault is found in $name, an object with soft edges', async (object) => {
  expect(await findingsOf(object)).toEqual([])
})

test('names are unique, and those of drawings with faults are not in the library', () => {
  const names = [...libraryDrawings(), ...faultyDrawings].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBe(drawings().length)
})
