import { expect, test } from 'vitest'
import { openCheckedLibrary } from '#test/checked-library'
import { fileFaults, isSaid, seedFaults } from '#test/seeded-faults'
import { rowFaults } from '#test/seeded-row-faults'

const library = await openCheckedLibrary(72)
const { db } = library.testApp

test('nothing is wrong in a sound library', async () => {
  expect((await library.check()).lines).toEqual([])
}, 60_000)

test('a hundred faults of all kinds are found, and mended where that can be, however often one repairs', async () => {
  const kinds = [...fileFaults, ...rowFaults]
  const seeded = await seedFaults(library, kinds)
  expect(kinds.length).toBeGreaterThanOrEqual(20)
  expect(seeded.length).toBeGreaterThanOrEqual(100)

  const found = await library.check()
  expect(seeded.filter((fault) => !isSaid(fault, found.lines))).toEqual([])
  expect(found).toMatchObject({ failed: [], mended: 0, left: found.lines.length })

  const repaired = await library.check({ isRepair: true })
  const isLeft = (line: string) => line.startsWith('FAULT')
  const unmendable = seeded.filter(({ isMendable }) => !isMendable)
  expect(repaired.lines.filter(isLeft)).toHaveLength(unmendable.length)
  for (const fault of unmendable) expect(isSaid(fault, repaired.lines.filter(isLeft))).toBe(true)

  const left = repaired.lines.filter(isLeft)
  expect((await library.check()).lines).toEqual(left)
  expect(await library.check({ isRepair: true, isQuick: true })).toMatchObject({ mended: 0 })
}, 180_000)

test('a look at rows and sizes alone finds what is missing, and reads no file', async () => {
  const { sha256 } = await db
    .selectFrom('images')
    .select('sha256')
    .where('title', '=', 'Pending teapot')
    .executeTakeFirstOrThrow()
  const lines = async (isQuick: boolean) =>
    (await library.check({ isQuick })).lines.filter((line) => line.includes(sha256))
  await library.testApp.store.remove(`variants/${sha256.slice(0, 2)}/${sha256}-320-v2.webp`)
  expect(await lines(true)).toHaveLength(1)
  expect((await library.check({ isQuick: true })).lines.join()).not.toContain('other bytes')
}, 60_000)
