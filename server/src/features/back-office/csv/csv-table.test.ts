import { expect, test } from 'vitest'
import { parseCsvTable } from './csv-table.ts'

const rowsOf = (table: string | Buffer, most?: number) => parseCsvTable(Buffer.from(table as string), most)

const one = { row: 2, filename: 'one.png', cells: { title: 'A', keywords: 'x, y' } }

test.each([
  ['comma', 'Filename,Title,Keywords\none.png,A,"x, y"\n'],
  ['semicolon', 'Filename;Title;Keywords\none.png;A;x, y\n'],
  ['tab', 'Filename\tTitle\tKeywords\none.png\tA\tx, y\n'],
  ['line that names it', 'sep=|\r\nFilename|Title|Keywords\r\none.png|A|x, y\r\n'],
  ['quoted line that names it', '"sep=;"\nFilename;Title;Keywords\none.png;A;x, y\n'],
  ['header with line ends and commas', '"Notes\n(a, b, c, d)";Filename;Title;Keywords\n;one.png;A;x, y\n'],
  ['known header with a line end', '"File\r\nname",Title,Tags\none.png,A,"x, y"\n'],
  ['header copied from a web page', 'Filename\u200b,Title\u200b,Keywords\none.png,A,"x, y"\n'],
  ['second keyword column', 'Filename,Keywords,Title,Tags,Keywords\none.png,x,A,y,\n'],
])('a table is read by its headers: %s', (_, table) => {
  expect(rowsOf(table)).toEqual([one])
  expect(rowsOf(table.replaceAll(/\r?\n/g, '\r'))).toEqual([one])
  for (const mark of ['', '\uFEFF']) {
    expect(rowsOf(mark + table)).toEqual([one])
    const utf16 = Buffer.from(mark + table, 'utf16le')
    expect(rowsOf(utf16)).toEqual([one])
    expect(rowsOf(utf16.swap16())).toEqual([one])
  }
})

test('each kind of line end ends a row, also where a file mixes them', () => {
  const titles = rowsOf('Filename,Title\r\none.png,A\ntwo.png,B\rthree.png,"C\nD"\r\n').map(({ cells }) => cells.title)
  expect(titles).toEqual(['A', 'B', 'C\nD'])
})

test('the header may stand below a heading', () => {
  expect(rowsOf('Table 1;;\n;;\nFilename;Title;Keywords\none.png;A;x, y\n')).toEqual([{ ...one, row: 4 }])
})

test('a row that cannot be read is told by its own separator', () => {
  expect(() => rowsOf('Filename;Title\none.png;"A" b\n')).toThrow(/Invalid Closing Quote.* at line 2/)
})

test('rows without a cell are passed over, and the others have the numbers that a spreadsheet shows', () => {
  const table = 'sep=,\n\n,,\nID,Title,\n,,\n \n7,"A\nB",\n\n,, \n8,,\n,C,\n\u001a'
  expect(rowsOf(table, 3).map(({ row, id }) => [row, id])).toEqual([
    [6, '7'],
    [9, '8'],
    [10, undefined],
  ])
})
