import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { addImages, createUser, messageOf, multipart, openAppWithPeople } from '#test/test-app'
import { parseCsvTable } from './csv-table.ts'

const { testApp, app, ada } = await openAppWithPeople()
const { sendCsv } = backOfficeOf(testApp)
const send = (table: string | Buffer, person = ada) => sendCsv(person, table)

const post = (value: string) => {
  const form = multipart([{ name: 'file', value, filename: 'a.csv' }], ada.headers)
  return app.inject({ method: 'POST', url: '/api/v1/images/upload/csv/', ...form })
}

/** As slow to parse as a file can be: 5,000 rows with a thousand cells each, nearly all of them empty. */
const tableOf = (cells: number) => `Filename\n${`x${','.repeat(cells)}\n`.repeat(limits.csvRows)}`

test('an export of more images than one query takes can be edited and imported', async () => {
  const erin = await createUser(testApp)
  const count = 520
  await addImages(testApp, erin, Array(count).fill('Round'))
  const exported = () => app.inject({ url: '/api/v1/images/export/csv/', headers: erin.headers })
  const table = (await exported()).body.replaceAll('"Round"', '"Edited"')
  expect(await send(table, erin)).toMatchObject({ changed: count, same: 0, wrong: 0 })
  expect(await send((await exported()).rawPayload, erin)).toMatchObject({ changed: 0, same: count })
})

/** What a task computes in this thread, in microseconds of processor time. */
async function computed(task: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await task()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('a CSV is read by a thread of its own, not by the one that answers requests', async () => {
  expect(await send('Filename\nx.png\n')).toMatchObject({ wrong: 1 })
  const slowTable = tableOf(980)
  const parsing = await computed(() => parseCsvTable(Buffer.from(slowTable)))
  const sending = await computed(async () => expect(await send(slowTable)).toMatchObject({ wrong: limits.csvRows }))
  expect(sending).toBeLessThan(parsing / 2)
})

test('a file with more lines than rows can have is refused before it is parsed; quoted ones do not count', async () => {
  const message = 'The file has more than 20004 lines. At most 5000 rows are taken.'
  expect(messageOf(await post('\n'.repeat(4_900_000)))).toEqual([400, message])
  const lines = 'one line\n'.repeat(20)
  const quoted = `Filename,Description\n${`x.png,"${lines}"\n`.repeat(1_500)}`
  expect(await send(quoted)).toMatchObject({ wrong: 1_500 })
  const blank = `Filename\n${'x.png\n\n\n'.repeat(limits.csvRows)}`
  expect(await send(blank)).toMatchObject({ wrong: limits.csvRows })
})

test('one person’s CSVs are read one after the other, and more than two that wait are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(tableOf(100))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429])
})
