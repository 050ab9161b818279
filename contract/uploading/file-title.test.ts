import { expect, test } from 'vitest'
import { titleFromFileName } from './file-title.ts'

test.each([
  ['red_fox-01.PNG', 'Red fox 01'],
  ['été.png', 'Été'],
  ['---.png', ''],
])('a file named %s suggests the title "%s"', (name, title) => {
  expect(titleFromFileName(name)).toBe(title)
})
