import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { csvRow, spellings } from '#test/file-name-spellings'
import { addImages, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'
import { createCsvThreads } from './csv-thread.ts'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const { listed, row, sendCsv, ...backOffice } = backOfficeOf(testApp)
const image = (title: string, owner = ada) => backOffice.image(title, owner)
const fileNamed = (file_name: string, title = 'File') => backOffice.image(title, ada, { file_name })
const send = (table: string | Buffer, person = ada, dry_run?: string) => sendCsv(person, table, dry_run)
const get = (person: TestUser, query: Record<string, string> = {}) =>
  app.inject({ url: '/api/v1/images/export/csv/', query, headers: person.headers })
const keywords = async (id: number): Promise<string[]> =>
  (await listed(ada, id)).keywords.map(({ name }: { name: string }) => name)

test('a CSV of Adobe Stock names files and gives categories as numbers', async () => {
  const one = await fileNamed('IMG_0001.png', 'IMG 0001')
  const table = 'Filename,Title,Keywords,Category,Releases\nimg_0001.PNG,Red fox,"fox, red,Fox , animal",1,\n'
  expect(await send(table)).toEqual({
    message: 'CSV uploaded successfully',
    changed: 1,
    same: 0,
    wrong: 0,
    waiting: 1,
    rows: [
      {
        row: 2,
        name: 'img_0001.PNG',
        outcome: 'changed',
        image_id: one.id,
        message: '',
        changes: [
          { at: 'title', from: 'IMG 0001', to: 'Red fox' },
          { at: 'keywords', from: '', to: 'fox, red, animal' },
          { at: 'category', from: '', to: 'animals' },
        ],
      },
    ],
  })
  expect(await row(one.id)).toMatchObject({ title: 'Red fox', category_id: 1 })
  expect(await keywords(one.id)).toEqual(['fox', 'red', 'animal'])
})

test('a CSV of Shutterstock has the title in Description; semicolons, tabs and a mark are fine', async () => {
  const one = await fileNamed('owl.png')
  await send(
    '\uFEFFillustration;Filename;Description;Keywords;Categories\nno;owl;Snowy owl;"owl,snow";Animals/Wildlife\n',
  )
  expect(await row(one.id)).toMatchObject({ title: 'Snowy owl', description: '', category_id: 1 })
  await send('filename\ttitle\nowl.png\tAn owl\n')
  expect(await row(one.id)).toMatchObject({ title: 'An owl' })
})

test('a CSV names a file as people see it, however its letters are stored, and by a path too', async () => {
  const ids: number[] = []
  for (const [stored] of spellings) ids.push((await fileNamed(stored)).id)
  const lines = spellings.map(([, cell]) => csvRow(cell, 'Two\nlines'))
  expect(await send(`Filename,Title\n${lines.join('')}`)).toMatchObject({ changed: spellings.length, wrong: 0 })
  for (const id of ids) expect((await row(id)).title).toBe('Two lines')
  const table = `Filename,Slug\ncafé 1.png,\ncafe\u0301 1.png,\n`
  expect((await send(table)).rows[1].message).toBe('Row 2 is about the same image.')
})

test('a CSV changes nothing with dry_run, and nothing more when it is sent again in another spelling', async () => {
  const [one, other] = [await image('Striped'), await image('Spotted')]
  await send(`ID,Keywords\n${one.id},Zebra\n`)
  const table = `ID,Title,Keywords\n${other.id},Dotted,zebra\n`
  const changes = expect.arrayContaining([{ at: 'title', from: 'Spotted', to: 'Dotted' }])
  expect(await send(table, ada, 'true')).toMatchObject({ changed: 1, rows: [{ changes }] })
  expect(await row(other.id)).toMatchObject({ title: 'Spotted' })
  expect(await send(table)).toMatchObject({ changed: 1 })
  await setStatus(testApp, admin, [other.id], 'approved')
  expect(await send(table)).toMatchObject({ changed: 0, same: 1 })
  expect((await row(other.id)).status).toBe('approved')
})

test('a wrong row with unusable keywords leaves the stored ones unchanged', async () => {
  const one = await image('Tagged')
  await send(`ID,Keywords\n${one.id},"fox, red"\n`)
  for (const cell of ['red fox animal wild nature forest winter snow orange cute tail', '";"', '[]']) {
    expect(await send(`ID,Keywords\n${one.id},${cell}\n`)).toMatchObject({ wrong: 1, changed: 0 })
  }
  expect(await keywords(one.id)).toEqual(['fox', 'red'])
})

test('a row whose image others hold is reported with its reason and does not affect the other rows', async () => {
  const [one, held, last] = [await image('First'), await image('Held'), await image('Last')]
  const { rows, ...counts } = await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('images').select('id').where('id', '=', held.id).forUpdate().execute()
    return send(`ID,Title\n${one.id},First again\n${held.id},Held again\n${last.id},Last again\n`)
  })
  expect(counts).toMatchObject({ changed: 2, wrong: 1 })
  expect(rows[1]).toMatchObject({ outcome: 'wrong', message: expect.stringMatching(/^Others are changing this/) })
  expect([await row(held.id), await row(last.id)]).toMatchObject([{ title: 'Held' }, { title: 'Last again' }])
})

test('a wrong row is reported with its reason and does not affect the other rows', async () => {
  const [one, foreign, long] = [await image('Right'), await image('Bob’s', bob), await image('Long')]
  const wrong = `${foreign.id},,Mine now\n${long.id},,${'x'.repeat(201)}\n,a\u0000b,Odd\n`
  const { rows, ...counts } = await send(`ID,Slug,Title\n${one.id},,Right on\n${wrong}`)
  expect(counts).toMatchObject({ changed: 1, wrong: 3 })
  expect(rows.slice(1, 3).map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
    [3, `You have no image with the ID ${foreign.id}.`],
    [4, 'Title must be at most 200 characters'],
  ])
  expect(await row(one.id)).toMatchObject({ title: 'Right on' })
  expect(await row(foreign.id)).toMatchObject({ title: 'Bob’s' })
})

test.each([
  ['', 'The file is empty.'],
  ['Title,Keywords\na,b\n', 'The file has no column "Filename", "ID" or "Slug".'],
  ['ID,Title\n1,"unfinished\n', /^The file is not a CSV: /],
  [`ID\n${'1\n'.repeat(5001)}`, 'The file has more than 5000 rows.'],
  [`ID\n${','.repeat(200_000)}\n`, /^The file is not a CSV: /],
  [Buffer.from('ID,Title\n1,Caf\xe9\n', 'latin1'), 'The file is not in UTF-8. Save it as "CSV UTF-8".'],
])('a file that is no valid CSV is refused with a sentence', async (table, message) => {
  const answer = await send(table)
  expect(answer).toMatchObject({ code: 'not_csv', fields: [{ at: 'file' }] })
  expect(answer.message).toMatch(message)
})

test('an export can be imported again without a change, regardless of its texts, and holds no formula', async () => {
  const carl = await createUser(testApp)
  const hostile = ['+SUM(A1)', '-2', '@cmd', "'=quoted", 'with "quotes", and; more', 'İstanbul 𠀀']
  const [first] = await addImages(testApp, carl, ['=1+1', ...hostile])
  const answer = await get(carl)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="total-images-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  })
  expect(answer.body).not.toMatch(/"[=+\-@]/)
  expect(await send(answer.rawPayload, carl)).toMatchObject({ changed: 0, same: hostile.length + 1, wrong: 0 })
  expect(await row(first.id)).toMatchObject({ title: '=1+1' })
})

test('an export holds a contributor’s own images of the requested list, and for an admin all images', async () => {
  const dora = await createUser(testApp)
  const [kite, drum] = [await image('Dora’s kite', dora), await image('Dora’s drum', dora)]
  await setStatus(testApp, admin, [kite.id], 'approved')
  expect((await get(dora, { list: 'approved' })).body.split('\r\n')).toHaveLength(3)
  const [, ...found] = (await get(dora, { title: 'DRUM' })).body.trim().split('\r\n')
  expect(found).toEqual([expect.stringContaining(`"${drum.id}","${drum.slug}"`)])
  expect((await get(dora)).body).not.toContain('Bob')
  expect((await get(admin)).body).toContain('Dora’s kite')
})

test('a file whose reading takes too long is refused with a sentence, and its thread ends', async () => {
  const withCsvThread = createCsvThreads({ deadline: 1 })
  const table = `Filename\n${`x${','.repeat(980)}\n`.repeat(limits.csvRows)}`
  const reading = withCsvThread(Buffer.from(table), ada.id, (thread) => thread.names())
  await expect(reading).rejects.toThrow('The file takes too long to read.')
})

test('a thread that has ended answers its further steps with its error at once', async () => {
  const withCsvThread = createCsvThreads({ deadline: 60_000 })
  await withCsvThread(Buffer.from('Filename\nx.png\n'), ada.id, async (thread) => {
    expect(await thread.names()).toMatchObject({ files: ['x.png'] })
    await expect(thread.addImages(null as never)).rejects.toMatchObject({ code: 'internal' })
    await expect(thread.names()).rejects.toMatchObject({ code: 'internal' })
  })
})
