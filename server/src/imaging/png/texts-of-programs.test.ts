import { expect, test } from 'vitest'
import {
  bag,
  compressed,
  exif,
  fromIptc,
  international,
  iptcRecords,
  languages,
  latin1,
  rawProfile,
  readChunks,
  resource,
  tiff,
  title,
  utf16,
  utf16le,
  xmp,
} from '#test/embedded-texts'
import { deflatedZeros } from '#test/hostile-pngs'
import { chunk } from '#test/png'

test.each<[string, Buffer[], object]>([
  [
    'from IPTC headed by the words of ExifTool, and behind a wrapper without any',
    [
      chunk('tEXt', `Raw profile type 8bim\0${rawProfile('8bim', resource(0x0425, latin1('digest')))}`),
      chunk('zTXt', compressed('Raw profile type iptc\0\0', rawProfile('IPTC profile', resource(0x0404, iptcRecords)))),
    ],
    fromIptc,
  ],
  [
    'from XMP behind a list of ancestors of 900 KB, padding, and a preview in eXIf',
    [
      chunk('eXIf', Buffer.concat([exif, Buffer.alloc(90_000)])),
      xmp(`<photoshop:DocumentAncestors><rdf:Bag>${'<rdf:li>xmp.did:0</rdf:li>\n'.repeat(32_000)}</rdf:Bag>
        </photoshop:DocumentAncestors>${' '.repeat(90_000)}<dc:title>Grown</dc:title>`),
    ],
    { title: 'Grown', description: 'A fox' },
  ],
  ['in Windows-1252', [chunk('tEXt', 'Title\0Mother\x92s day \x96 roses')], { title: 'Mother’s day – roses' }],
  ['in UTF-16, with a mark', [chunk('tEXt', utf16('Title', '\uFEFFWeiß – ок'))], { title: 'Weiß – ок' }],
  ['in UTF-16, without one', [chunk('tEXt', utf16('Title', 'Weiß – rot'))], { title: 'Weiß – rot' }],
  ['behind an empty text', [chunk('tEXt', 'Title\0 '), chunk('tEXt', 'Title\0A fox')], { title: 'A fox' }],
  [
    'behind an empty default language',
    [xmp(`<dc:title>${languages({ 'x-default': ' ', fr: 'Renard' })}</dc:title>`)],
    { title: 'Renard' },
  ],
  ['from a second packet', [title('A fox'), xmp(`<dc:subject>${bag('den')}</dc:subject>`)], { keywords: ['den'] }],
  [
    'from the vocabulary that is meant, by any prefix',
    [
      xmp(
        `<a:title>Right</a:title><ex:title>Wrong</ex:title><ex:subject>${bag('Re: invoice')}</ex:subject>
         <a:subject><r:Seq xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:li>lamp</r:li></r:Seq></a:subject>`,
        'xmlns:a="http://purl.org/dc/elements/1.1/" xmlns:ex="http://example.org/" ex:description="Wrong"',
      ),
    ],
    { title: 'Right', description: '', keywords: ['lamp'] },
  ],
  [
    'from keywords of which one stands in a CDATA section',
    [xmp(`<dc:subject>${bag('salt &amp; vinegar', '<![CDATA[cod]]>')}</dc:subject>`)],
    { keywords: ['salt & vinegar', 'cod'] },
  ],
  [
    'from what Windows Explorer writes, at last',
    [chunk('eXIf', tiff({ 40091: utf16le('Gate and turret\0'), 40094: utf16le('castle;stone\0') }))],
    { title: 'Gate and turret', keywords: ['castle', 'stone'] },
  ],
  [
    'from keywords with the commas of Chinese',
    [international('Keywords', '猫，狗、鸟')],
    { keywords: ['猫', '狗', '鸟'] },
  ],
  [
    'past the signatures of programs',
    [chunk('tEXt', 'Description\0Software: Paint'), chunk('tEXt', 'Comment\0Resized on https://ezgif.com/resize')],
    { description: '' },
  ],
])('texts are read as programs write them: %s', (_, chunks, metadata) => {
  expect(readChunks(chunks).embedded).toMatchObject(metadata)
})

test('what is too long to be read is said, and costs nothing else', () => {
  const said = (...chunks: Buffer[]) => {
    const { isUnread, embedded } = readChunks(chunks)
    return [isUnread, embedded.title]
  }
  const bomb = (keyword: string) => chunk('zTXt', Buffer.concat([latin1(`${keyword}\0\0`), deflatedZeros(2 ** 29)]))
  const long = xmp(`<dc:title>Early</dc:title><dc:description>${'long '.repeat(60_000)}</dc:description>`)
  const many = Array.from({ length: 65 }, () => chunk('tEXt', 'Comment\0x'))
  expect(said(chunk('tEXt', 'Title\0A fox'))).toEqual([false, 'A fox'])
  expect(said(bomb('Description'), chunk('tEXt', 'Title\0A fox'))).toEqual([true, 'A fox'])
  expect(said(bomb('XML:com.adobe.xmp'), title('Second'))).toEqual([true, ''])
  expect(said(long)).toEqual([true, 'Early'])
  expect(said(chunk('tEXt', 'Title\0A fox'), ...many)).toEqual([true, 'A fox'])
})
