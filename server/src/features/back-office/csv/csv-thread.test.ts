import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { messageOf, multipart, openAppWithPeople } from '#test/test-app'
import { parseCsvTable } from './csv-table.ts'
import { createCsvThreads } from './csv-thread.ts'

const { app, ada } = await openAppWithPeople()

const send = (table: string, person = ada) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/images/upload/csv/',
    ...multipart([{ name: 'file', value: table, filename: 'a.csv' }], person.headers),
  })

/** As slow to parse as a file can be: 5,000 rows with a thousand empty cells each. */
const tableOf = (cells: number) => `Filename\n${`${','.repeat(cells)}\n`.repeat(limits.csvRows)}`
const slowTable = tableOf(980)

/** What a task computes in this thread, in microseconds of processor time. */
async function computed(task: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await task()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('a CSV is read by a thread of its own, not by the one that answers requests', async () => {
  expect((await send('Filename\nx.png\n')).json()).toMatchObject({ wrong: 1 })
  const parsing = await computed(() => parseCsvTable(Buffer.from(slowTable)))
  const sending = await computed(async () =>
    expect((await send(slowTable)).json()).toMatchObject({ wrong: limits.csvRows }),
  )
  expect(sending).toBeLessThan(parsing / 2)
})

test('a file with more lines than rows can have is refused while it arrives; quoted ones do not count', async () => {
  const message = 'The file has more than 20004 lines. At most 5000 rows are taken.'
  expect(messageOf(await send('\n'.repeat(4_900_000)))).toEqual([400, message])
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
  const withCsvThread = createCsvThreads({ deadline: 60_000 })
  await withCsvThread(Buffer.from('Filename\nx.png\n'), ada.id, async (thread) => {
    expect(await thread.names()).toMatchObject({ files: ['x'] })
    await expect(thread.addImages(null as never)).rejects.toMatchObject({ code: 'internal' })
    await expect(thread.names()).rejects.toMatchObject({ code: 'internal' })
  })
})

test('one person’s CSVs are read one after the other, and more than two that wait are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(tableOf(100))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429])
})
