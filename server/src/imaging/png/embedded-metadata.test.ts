import { deflateSync } from 'node:zlib'
import { keywordsIn } from '@vitrine/contract/keywords'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deflatedZeros, hostilePngs } from '#test/hostile-pngs'
import { aPng, chunk, xmpChunk } from '#test/png'
import { readTexts } from '../run-job.ts'

const sound = aPng()
/** What a sound PNG with these chunks says of itself; they stand before its pixels, or after them. */
function readChunks(chunks: Buffer[], where: 'before' | 'after' = 'before') {
  const at = where === 'before' ? 33 : sound.length - 12
  return readPng(Buffer.concat([sound.subarray(0, at), ...chunks, sound.subarray(at)]))
}

/** What a file says, and whether it says more than is read. */
function readPng(file: Buffer) {
  const { embedded, isUnread } = readTexts(file)
  const keywords = embedded.keywords.map(keywordsIn).find(({ length }) => length > 0) ?? []
  return { isUnread, embedded: { ...embedded, keywords } }
}

/** An XMP packet as Adobe writes it. */
function packet(attributes: string, elements: string): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
      xmlns:lr="http://ns.adobe.com/lightroom/1.0/" ${attributes}>${elements}</rdf:Description></rdf:RDF>
    </x:xmpmeta><?xpacket end="w"?>`
}
const languages = (items: Record<string, string>) =>
  `<rdf:Alt>${Object.entries(items)
    .map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`)
    .join('')}</rdf:Alt>`
const bag = (...items: string[]) => `<rdf:Bag>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:Bag>`
const xmp = (elements: string, attributes = '') => xmpChunk(packet(attributes, elements))
const title = (text: string) => xmp(`<dc:title>${languages({ 'x-default': text })}</dc:title>`)

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const compressed = (head: string, text: Buffer | string) => Buffer.concat([latin1(head), deflateSync(text)])

/** A profile in ImageMagick's hexadecimal form. */
function rawProfile(kind: string, bytes: Buffer): string {
  const lines = bytes.toString('hex').replace(/(.{72})/g, '$1\n')
  return `\n${kind}\n${String(bytes.length).padStart(8)}\n${lines}\n`
}

/** An IPTC record of dataset 2. */
function iptc(number: number, text: string): Buffer {
  const value = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x1c, 2, number, value.length >> 8, value.length & 255]), value])
}
const description = 'Ein Fuchs im Schnee, schön'
const words = [iptc(5, 'Der Fuchs'), iptc(15, 'ANI'), iptc(25, 'Fuchs'), iptc(25, 'Schnee'), iptc(120, description)]
const iptcRecords = Buffer.concat(words)
const fromIptc = { title: 'Der Fuchs', maker: '', description, keywords: ['Fuchs', 'Schnee'], category: 'ANI' }
/** An image resource of Photoshop. */
function resource(number: number, data: Buffer): Buffer {
  const head = Buffer.from('3842494d0000000000000000', 'hex')
  head.writeUInt16BE(number, 4)
  head.writeUInt32BE(data.length, 8)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
/** A TIFF structure whose entries are bytes. */
function tiff(entries: Record<number, Buffer>): Buffer {
  const head = Buffer.alloc(10 + 12 * Object.keys(entries).length + 4)
  head.write('II*\0\x08\0\0\0', 'latin1')
  head.writeUInt16LE(Object.keys(entries).length, 8)
  let file = head
  for (const [index, [tag, bytes]] of Object.entries(entries).entries()) {
    const at = 10 + 12 * index
    head.writeUInt16LE(Number(tag), at)
    head.writeUInt16LE(1, at + 2)
    head.writeUInt32LE(bytes.length, at + 4)
    head.writeUInt32LE(file.length, at + 8)
    file = Buffer.concat([file, bytes])
  }
  return Buffer.concat([head, file.subarray(head.length)])
}
/** In UTF-16, a keyword before it in Latin-1. */
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16 = (keyword: string, text: string) => Buffer.concat([latin1(`${keyword}\0`), utf16le(text)])
const international = (keyword: string, text: string) => chunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))
const exif = latin1('MM\0*\0\0\0\x08\0\x01\x01\x0e\0\x02\0\0\0\x06\0\0\0\x1a\0\0\0\0A fox\0')

const NOTHING = { title: '', maker: '', description: '', keywords: [], category: '' }

const read = (...args: Parameters<typeof readChunks>) => readChunks(...args).embedded

const everything = xmp(
  `<dc:title>${languages({ fr: 'Le renard', 'x-default': 'Red &amp; white fox &#x1F98A; é' })}</dc:title>
   <dc:description>${languages({ 'x-default': 'A fox\n in the &lt;snow&gt;' })}</dc:description>
   <dc:subject>${bag('fox', 'FOX', 'Snow', 'winter, cold')}</dc:subject>`,
  'photoshop:Category="ANI" photoshop:Headline="A headline"',
)
const texts = { title: 'Red & white fox 🦊 é', maker: '', description: 'A fox in the <snow>' }
const fromEverything = { ...texts, keywords: ['fox', 'Snow', 'winter', 'cold'], category: 'ANI' }

test.each(['before', 'after'] as const)('an image’s metadata is read in all fields from XMP %s its pixels', (where) => {
  expect(read([everything], where)).toEqual(fromEverything)
})

test('an image’s metadata is read from XMP in every other form of storage', () => {
  const text = everything.subarray(8 + 'XML:com.adobe.xmp\0\0\0\0\0'.length, -4)
  const app1 = Buffer.concat([latin1('http://ns.adobe.com/xap/1.0/\0'), text])
  const ways = [
    chunk('iTXt', compressed('XML:com.adobe.xmp\0\x01\0\0\0', text)),
    chunk('zTXt', compressed('XML:com.adobe.xmp\0\0', text)),
    chunk('tEXt', `Raw profile type xmp\0${rawProfile('xmp', text)}`),
    chunk('zTXt', compressed('Raw profile type xmp\0\0', rawProfile('xmp', text))),
    chunk('zTXt', compressed('Raw profile type APP1\0\0', rawProfile('app1', app1))),
  ]
  for (const way of ways) expect(read([way])).toEqual(fromEverything)
})

test('an image’s metadata is read from IPTC, bare or wrapped by Photoshop, compressed or not', () => {
  for (const profile of [iptcRecords, resource(0x0404, iptcRecords)]) {
    const text = rawProfile('iptc', profile)
    expect(read([chunk('tEXt', `Raw profile type iptc\0${text}`)])).toEqual(fromIptc)
    expect(read([chunk('zTXt', compressed('Raw profile type iptc\0\0', text))])).toEqual(fromIptc)
  }
})

test('an image’s metadata is read from PNG texts, in Latin-1 or in the UTF-8 that many programs write', () => {
  const texts = (encoding: 'latin1' | 'utf8') => [
    chunk('tEXt', Buffer.from('Title\0Süßer Fuchs', encoding)),
    chunk('zTXt', compressed('Description\0\0', Buffer.from('Im Schnée', encoding))),
    chunk('tEXt', 'Keywords\0fox; Fox,snow'),
  ]
  const expected = { ...NOTHING, title: 'Süßer Fuchs', description: 'Im Schnée', keywords: ['fox', 'snow'] }
  expect(read(texts('latin1'))).toEqual(expected)
  expect(read(texts('utf8'))).toEqual(expected)
})

test('an image’s metadata is read from Exif, in its own chunk or as a profile', () => {
  const profile = Buffer.concat([latin1('Exif\0\0'), exif])
  const ways = [chunk('eXIf', exif), chunk('tEXt', `Raw profile type exif\0${rawProfile('exif', profile)}`)]
  for (const way of ways) expect(read([way])).toEqual({ ...NOTHING, description: 'A fox' })
})

test('an image’s metadata is read field by field from the next source where XMP has none', () => {
  const subjects = `<lr:hierarchicalSubject>${bag('Animals|Wild|Fox')}</lr:hierarchicalSubject>`
  const png = [chunk('tEXt', 'Title\0Title of PNG'), chunk('tEXt', 'Comment\0A comment')]
  const chunks = [xmp(subjects, 'photoshop:Headline="Headline"'), ...png, chunk('eXIf', exif)]
  expect(read(chunks)).toEqual({ ...NOTHING, title: 'Headline', description: 'A comment', keywords: ['Fox'] })
  const supplement = xmp(`<photoshop:SupplementalCategories>${bag('Nature')}</photoshop:SupplementalCategories>`)
  expect(read([supplement])).toEqual({ ...NOTHING, category: 'Nature' })
})

test('a field is one line of clean text of bounded length', () => {
  const dirty = 'A\0 \u0007fox\r\n\t in\u202E\u2066 snow'
  expect(read([international('Title', dirty)])).toMatchObject({ title: 'A fox in snow' })
  const long = read([title('🦊'.repeat(500)), chunk('tEXt', `Description\0${'word '.repeat(2000)}`)])
  expect([long.title.length, long.description.length]).toEqual([200, 1999])
  expect(read([title(`x${'🦊'.repeat(500)}`)]).title).toHaveLength(199)
})

test('a field has at most fifty keywords, none of them a sentence', () => {
  const many = Array.from({ length: 80 }, (_, at) => `word ${at}`)
  const { keywords } = read([xmp(`<dc:subject>${bag('a'.repeat(51), ...many)}</dc:subject>`)])
  expect(keywords).toEqual(many.slice(0, 50))
})

test('a field is plain text: no entity of the file is ever expanded', () => {
  const doctype = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
  const file = xmpChunk(doctype + packet('', `<dc:title>${languages({ 'x-default': '&a;&b;' })}</dc:title>`))
  expect(read([file])).toMatchObject({ title: '&a;&b;' })
})

test.each([
  ['by no chunk at all', []],
  ['by a text that is no deflate stream', [chunk('zTXt', 'Title\0\0no deflate stream')]],
  [
    'by texts that end within their heads',
    ['Title', 'Title\0', '', '\0'].flatMap((t) => [chunk('iTXt', t), chunk('zTXt', t)]),
  ],
  ['by a keyword without an end', [chunk('tEXt', 'Title'.repeat(100))]],
  ['by XMP that is no XML', [xmpChunk('<rdf:RDF><a b=<</rdf:RDF>')]],
  ['by XMP nested two thousand deep', [xmp(`${'<a>'.repeat(1900)}${'</a>'.repeat(1900)}`)]],
  ['by Exif that points at itself', [chunk('eXIf', latin1('MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08'))]],
  ['by a profile that is not hexadecimal', [chunk('tEXt', 'Raw profile type iptc\0\niptc\n 4\nzzzz')]],
])('no metadata is read and nothing fails %s', (_, chunks) => {
  expect(read(chunks)).toEqual(NOTHING)
})

test('no metadata is read and nothing fails for any hostile file', () => {
  for (const { make, decidedBy, outcome } of hostilePngs)
    if (decidedBy === 'worker' && outcome === 'accepted')
      expect(Object.keys(readPng(make()).embedded)).toEqual(Object.keys(NOTHING))
})

test('no metadata is read and nothing fails for chunks of noise', () => {
  const keyword = fc.constantFrom('Title', 'XML:com.adobe.xmp', 'Raw profile type iptc', 'Raw profile type exif', 'x')
  const bytes = fc.uint8Array({ maxLength: 300 })
  const noise = fc.oneof(
    bytes,
    fc.string().map((text) => Buffer.from(packet('', `<dc:title>${text}</dc:title>`))),
    bytes.map((some) => deflateSync(Buffer.from(rawProfile('iptc', Buffer.from(some))))),
    fc.tuple(fc.nat(exif.length - 1), fc.nat(255)).map(([at, byte]) => exif.with(at, byte)),
  )
  const text = fc.record({
    type: fc.constantFrom('tEXt' as const, 'zTXt' as const, 'iTXt' as const, 'eXIf' as const),
    data: fc
      .tuple(keyword, fc.constantFrom('\0', '\0\0', '\0\0\0\0\0', '\0\x01\0\0\0'), noise)
      .map(([word, gap, rest]) => Buffer.concat([latin1(word + gap), rest])),
  })
  const property = fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
    const { title, description, category, keywords } = read(texts.map(({ type, data }) => chunk(type, data)))
    expect([title, description, category, ...keywords].every((text) => text.isWellFormed())).toBe(true)
  })
  fc.assert(property, { numRuns: 500 })
})

test.each<[string, Buffer[], object]>([
  [
    'from XMP with comments, CDATA or HTML entities',
    [title('<!-- a --><![CDATA[Fox & <snow>]]>&nbsp;')],
    { title: 'Fox & <snow>' },
  ],
  [
    'after a stored workflow of 200 KB',
    [chunk('tEXt', `workflow\0${'x'.repeat(200_000)}`), chunk('tEXt', 'Title\0A fox')],
    { title: 'A fox' },
  ],
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
  expect(read(chunks)).toMatchObject(metadata)
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
