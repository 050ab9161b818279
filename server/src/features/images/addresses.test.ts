import { expect, test } from 'vitest'
import { slugOf } from './addresses.ts'

test.each([
  ['an emoji with a variation selector', '❤️', 'image'],
  ['an emoji before a word', '☀️ sun', 'sun'],
  ['a joined emoji', '👨‍👩‍👧 family', 'family'],
  ['a keycap', '1️⃣', '1'],
  ['an accent alone', '\u0301', 'image'],
  ['a letter that cannot be seen', '\u3164', 'image'],
  ['punctuation', '…', 'image'],
  ['accents', 'Café crème', 'cafe-creme'],
  ['vowel signs', 'हिन्दी', 'हिन्दी'],
  ['signs and letters of Arabic', 'قِطَّةٌ', 'قِطَّةٌ'],
  ['digits of Arabic', '٢٠٢٦', '٢٠٢٦'],
])('the slug of a title keeps letters, digits and the marks on letters: %s', (_, title, slug) => {
  expect(slugOf(title)).toBe(slug)
})
