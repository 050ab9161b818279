import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { createUser, multipart, openTestApp } from '#test/test-app'
import { parseCsvTable } from './csv-table.ts'
import { createCsvThreads } from './csv-thread.ts'

const site = await openTestApp()
const { app } = site
const ada = await createUser(site)

const send = (table: string, person = ada) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/images/upload/csv/',
    ...multipart([{ name: 'file', value: table, filename: 'a.csv' }], person.headers),
  })

/** As slow to parse as a file can be: 5,000 rows with a thousand empty cells each. */
const slowTable = `Filename\n${`${','.repeat(980)}\n`.repeat(limits.csvRows)}`

/** The longest time for which the event loop does nothing else during a task, in milliseconds. */
async function longestBlock(task: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false]
  const watching = (async () => {
    for (let before = performance.now(); !isOver; before = performance.now()) {
      await sleep(1)
      longest = Math.max(longest, performance.now() - before)
    }
  })()
  await task()
  isOver = true
  await watching
  return longest
}

test('other requests are answered while a CSV is read', async () => {
  expect((await send('Filename\nx.png\n')).json()).toMatchObject({ wrong: 1 })
  const before = performance.now()
  expect(parseCsvTable(Buffer.from(slowTable)).rows).toHaveLength(limits.csvRows)
  const parsing = performance.now() - before
  const sendSlowTable = async () => expect((await send(slowTable)).json()).toMatchObject({ wrong: limits.csvRows })
  const blocked: number[] = []
  // A parser in this thread would block it each time, a busy machine hardly three times in a row.
  for (let tries = 0; tries < 3; tries++) blocked.push(await longestBlock(sendSlowTable))
  expect(Math.min(...blocked)).toBeLessThan(parsing / 2)
})

test('a file with more lines than rows can have is refused while it arrives; quoted ones do not count', async () => {
  const refused = await send('\n'.repeat(4_900_000))
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'The file has more than 20004 lines. At most 5000 rows are taken.',
  ])
  const lines = 'one line\n'.repeat(20)
  const quoted = `Filename,Description\n${`x.png,"${lines}"\n`.repeat(1_500)}`
  expect((await send(quoted)).json()).toMatchObject({ wrong: 1_500 })
  const blank = `Filename\n${'x.png\n\n\n'.repeat(limits.csvRows)}`
  expect((await send(blank)).json()).toMatchObject({ wrong: limits.csvRows })
})

test('a file whose reading takes too long is refused with a sentence, and its thread ends', async () => {
  const withCsvThread = createCsvThreads({ deadline: 1 })
  const reading = withCsvThread(Buffer.from(slowTable), ada.id, (thread) => thread.names())
  await expect(reading).rejects.toThrow('The file takes too long to read.')
})

test('a thread that has ended answers its further steps with its error at once', async () => {
  const withCsvThread = createCsvThreads({ deadline: 10_000 })
  await withCsvThread(Buffer.from('Filename\nx.png\n'), ada.id, async (thread) => {
    expect(await thread.names()).toMatchObject({ files: ['x'] })
    await expect(thread.addImages(null as never)).rejects.toMatchObject({ code: 'internal' })
    await expect(thread.names()).rejects.toMatchObject({ code: 'internal' })
  })
})

test('one person’s CSVs are read one after the other, and more than two that wait are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(slowTable)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429])
})
