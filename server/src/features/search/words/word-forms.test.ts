import { expect, test } from 'vitest'
import { indexedWords, wordsOf } from './word-forms.ts'

test.each([
  ['with harakat', 'قِطَّةٌ حَمْرَاءُ', 'قطة حمراء'],
  ['with signs of the Quran', 'ٱلرَّحْمَٰنِ', 'الرحمن'],
  ['with tatweel', 'قـــطة', 'قطة'],
  ['with vowels on a tatweel', 'قـَـطـَّة', 'قطة'],
  ['with hamza or madda on its alef', 'أرنب إبرة آلة', 'ارنب ابره اله'],
  ['with hamza on its carrier', 'مؤسسة بئر', 'موسسة بير'],
  ['with alef maksura', 'مقهى', 'مقهي'],
  ['with the yeh and kaf of Persian', 'کتاب فارسی', 'كتاب فارسي'],
  ['with a heh of Urdu', 'ہاتھ', 'هاته'],
  ['with heh and yeh as one letter', 'خانۀ', 'خانه'],
  ['in the forms of a printer', 'ﻗﻄﺔ', 'قطة'],
  ['with niqqud', 'שָׁלוֹם', 'שלום'],
  ['with cantillation', 'בְּרֵאשִׁ֖ית', 'בראשית'],
  ['with nukta', 'अंग्रेज़ी क़लम', 'अंग्रेजी कलम'],
  ['with nukta as a letter of its own', '\u0958लम', 'कलम'],
  ['with n or candrabindu', 'हिन्दी चाँद', 'हिंदी चांद'],
  ['with a joiner', 'क्\u200dया', 'क्या'],
  ['in hiragana', 'ねこ こーひー こーひーかっぷ', 'ネコ コーヒー コーヒーカップ'],
  ['with digits of Arabic', '٢٠٢٦ ۲۰۲۶', '2026 2026'],
  ['with digits of other scripts', '१२ ๑๒ ১২ 𞥑𞥒', '12 12 12 12'],
  ['with a letter in place of an apostrophe', 'мʼята', "м'ята"],
  ['with the apostrophe of Hebrew', 'ג׳ירפה', "ג'ירפה"],
  ['with a soft hyphen', 'ele\u00adphant', 'elephant'],
  ['with a variation selector', '葛\u{e0100}飾', '葛飾'],
])('a word is the same %s', (_, one, other) => {
  expect(wordsOf(one)).toEqual(wordsOf(other))
})

test.each([
  ['French', "L'été, l’eau d’or; jusqu'aux œufs", ['ete', 'eau', 'or', 'aux', 'oeufs']],
  ['Italian', "un'ape sull’erba, dell'uva, quell’orto, quest'anno", ['ape', 'erba', 'uva', 'orto', 'anno']],
  ['English', "Rock'n'roll on the men's o’clock don't", ['rocknroll', 'on', 'the', 'men', 'oclock', 'dont']],
  ['a letter alone', "l'a d' e", ['la', 'd', 'e']],
])('an elided article is no part of its noun, and other apostrophes join: %s', (_, text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('a noun is indexed with its elided article too', () => {
  expect(indexedWords("L'arbre de l’été")).toEqual([
    { word: 'arbre', whole: 'larbre' },
    { word: 'de' },
    { word: 'ete', whole: 'lete' },
  ])
})

test('what other signs tell apart stays apart', () => {
  for (const [one, other] of ['दिन दीन', 'ทา ท่า', 'ハハ パパ', '개 게'].map((pair) => pair.split(' ')))
    expect(wordsOf(one!)).not.toEqual(wordsOf(other!))
  expect(wordsOf('می\u200cخواهم ー ـ')).toHaveLength(3)
})
