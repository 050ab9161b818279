import { expect, test } from 'vitest'
import { cleanTitle, titleFromFileName } from './file-title.ts'

test.each([
  ['red_fox-01.PNG', 'Red fox'],
  ['smiley111.png', 'Smiley'],
  ['Boeing 747.png', 'Boeing 747'],
  ['mp4.png', 'Mp4'],
  ['0042.png', '0042'],
  ['été.png', 'Été'],
  ['---.png', ''],
])('a file named %s suggests the title "%s"', (name, title) => {
  expect(titleFromFileName(name)).toBe(title)
})

test.each([
  ['Hot_Dog', 'Hot Dog', ''],
  ['elefante01', 'elefante', ''],
  ['Clipart by Nicu Buculei - smiley111', 'smiley', 'Nicu Buculei'],
  ['Clipart by Chris Hilker - United States - Colorado', 'United States - Colorado', 'Chris Hilker'],
  ['Clipart by the sea', 'Clipart by the sea', ''],
  ['Formula 1', 'Formula 1', ''],
  ['R16 submission', 'R16 submission', ''],
  ['', '', ''],
  ['Croissant (B &amp; W), all&#39;italiana &fox;', "Croissant (B & W), all'italiana &fox;", ''],
])('"%s" in a file is the title "%s", by "%s"', (text, title, maker) => {
  expect(cleanTitle(text)).toEqual({ title, maker })
})
