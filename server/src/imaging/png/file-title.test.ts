import { expect, test } from 'vitest'
import { cleanTitle, titlesFromFileNames } from './file-title.ts'

test.each([
  ['red_fox-01.PNG', 'Red fox 01'],
  ['boeing_747.png', 'Boeing 747'],
  ['Boeing 747.png', 'Boeing 747'],
  ['mp4.png', 'Mp4'],
  ['0042.png', '0042'],
  ['été.png', 'Été'],
  ['---.png', ''],
  ['3.5mm_jack.png', '3.5mm jack'],
  ['v1.5', 'V1.5'],
  ['C++ logo.png', 'C++ logo'],
  ['St. Patrick hat.png', 'St. Patrick hat'],
  ['leaf.png.png', 'Leaf.png'],
  ['Abbey Road (1969).png', 'Abbey Road (1969)'],
  ['❤️.png', '❤️'],
  ['👨‍👩‍👧 family.png', '👨‍👩‍👧 family'],
  ['می‌خواهم.png', 'می‌خواهم'],
  ['a\u202egnp.cod\u0007\n b.png', 'Agnp.cod b'],
])('a file named %s suggests the title "%s"', (name, title) => {
  expect(titlesFromFileNames([name])).toEqual([title])
})

test('a number at the end goes where files that come together differ in it alone', () => {
  const names = ['red_fox-01', 'red_fox-02', 'smiley', 'smiley7', 'boeing 747', 'boeing_747', 'rose (1)', 'rose (2)']
  const titles = ['Red fox', 'Red fox', 'Smiley', 'Smiley', 'Boeing 747', 'Boeing 747', 'Rose', 'Rose']
  expect(titlesFromFileNames(names.map((name) => `${name}.png`))).toEqual(titles)
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
