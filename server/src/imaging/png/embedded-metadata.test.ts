import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deflatedZeros, hostilePngs } from '#test/hostile-pngs'
import { aPng, chunk, xmpChunk } from '#test/png'
import { readEmbeddedMetadata } from './embedded-metadata.ts'
import { PngValidator } from './png-validator.ts'

const NOTHING = { title: '', maker: '', description: '', keywords: [], category: '' }

const sound = aPng()
/** What a sound PNG with these chunks says of itself; they stand before its pixels, or behind them. */
function read(chunks: Buffer[], where: 'before' | 'behind' = 'before') {
  const at = where === 'before' ? 33 : sound.length - 12
  return readFile(Buffer.concat([sound.subarray(0, at), ...chunks, sound.subarray(at)]))
}

function readFile(file: Buffer) {
  const validator = new PngValidator()
  validator.push(file)
  return readEmbeddedMetadata(validator.end())
}

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
const iptcRecords = Buffer.concat([
  iptc(5, 'Der Fuchs'),
  iptc(15, 'ANI'),
  iptc(25, 'Fuchs'),
  iptc(25, 'Schnee'),
  iptc(120, 'Ein Fuchs im Schnee, schön'),
])
const fromIptc = {
  title: 'Der Fuchs',
  maker: '',
  description: 'Ein Fuchs im Schnee, schön',
  keywords: ['Fuchs', 'Schnee'],
  category: 'ANI',
}
const exif = latin1('MM\0*\0\0\0\x08\0\x01\x01\x0e\0\x02\0\0\0\x06\0\0\0\x1a\0\0\0\0A fox\0')

const everything = xmp(
  `<dc:title>${languages({ fr: 'Le renard', 'x-default': 'Red &amp; white fox &#x1F98A; é' })}</dc:title>
   <dc:description>${languages({ 'x-default': 'A fox\n in the &lt;snow&gt;' })}</dc:description>
   <dc:subject>${bag('fox', 'FOX', 'Snow', 'winter, cold')}</dc:subject>`,
  'photoshop:Category="ANI" photoshop:Headline="A headline"',
)
const fromEverything = {
  title: 'Red & white fox 🦊 é',
  maker: '',
  description: 'A fox in the <snow>',
  keywords: ['fox', 'Snow', 'winter', 'cold'],
  category: 'ANI',
}

describe('an image’s metadata is read', () => {
  test.each(['before', 'behind'] as const)('in all four fields from XMP %s its pixels', async (where) => {
    expect(await read([everything], where)).toEqual(fromEverything)
  })

  test('from XMP in every other form of storage', async () => {
    const text = everything.subarray(8 + 'XML:com.adobe.xmp\0\0\0\0\0'.length, -4)
    const app1 = Buffer.concat([latin1('http://ns.adobe.com/xap/1.0/\0'), text])
    const ways = [
      chunk('iTXt', compressed('XML:com.adobe.xmp\0\x01\0\0\0', text)),
      chunk('zTXt', compressed('XML:com.adobe.xmp\0\0', text)),
      chunk('tEXt', `Raw profile type xmp\0${rawProfile('xmp', text)}`),
      chunk('zTXt', compressed('Raw profile type xmp\0\0', rawProfile('xmp', text))),
      chunk('zTXt', compressed('Raw profile type APP1\0\0', rawProfile('app1', app1))),
    ]
    for (const way of ways) expect(await read([way])).toEqual(fromEverything)
  })

  test('from IPTC, bare or wrapped by Photoshop, compressed or not', async () => {
    const wrapped = Buffer.concat([latin1('8BIM\x04\x04\0\0\0\0\0'), Buffer.from([iptcRecords.length]), iptcRecords])
    for (const profile of [iptcRecords, wrapped]) {
      const text = rawProfile('iptc', profile)
      expect(await read([chunk('tEXt', `Raw profile type iptc\0${text}`)])).toEqual(fromIptc)
      expect(await read([chunk('zTXt', compressed('Raw profile type iptc\0\0', text))])).toEqual(fromIptc)
    }
  })

  test('from PNG texts, in Latin-1 or in the UTF-8 that many programs write', async () => {
    const texts = (encoding: 'latin1' | 'utf8') => [
      chunk('tEXt', Buffer.from('Title\0Süßer Fuchs', encoding)),
      chunk('zTXt', compressed('Description\0\0', Buffer.from('Im Schnée', encoding))),
      chunk('tEXt', 'Keywords\0fox; Fox,snow'),
    ]
    const expected = { ...NOTHING, title: 'Süßer Fuchs', description: 'Im Schnée', keywords: ['fox', 'snow'] }
    expect(await read(texts('latin1'))).toEqual(expected)
    expect(await read(texts('utf8'))).toEqual(expected)
  })

  test('from Exif, in its own chunk or as a profile', async () => {
    const profile = Buffer.concat([latin1('Exif\0\0'), exif])
    const ways = [chunk('eXIf', exif), chunk('tEXt', `Raw profile type exif\0${rawProfile('exif', profile)}`)]
    for (const way of ways) expect(await read([way])).toEqual({ ...NOTHING, description: 'A fox' })
  })

  test('field by field from the next source where XMP has none', async () => {
    const chunks = [
      xmp(
        `<lr:hierarchicalSubject>${bag('Animals|Wild|Fox')}</lr:hierarchicalSubject>`,
        'photoshop:Headline="Headline"',
      ),
      chunk('tEXt', 'Title\0Title of PNG'),
      chunk('tEXt', 'Comment\0A comment'),
      chunk('eXIf', exif),
    ]
    expect(await read(chunks)).toEqual({ ...NOTHING, title: 'Headline', description: 'A comment', keywords: ['Fox'] })
    const supplement = xmp(`<photoshop:SupplementalCategories>${bag('Nature')}</photoshop:SupplementalCategories>`)
    expect(await read([supplement])).toEqual({ ...NOTHING, category: 'Nature' })
  })

  test.each([
    ['without the signature of an editor', [chunk('tEXt', 'Comment\0Created with GIMP')], NOTHING],
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
  ])('%s', async (_, chunks, metadata) => {
    expect(await read(chunks)).toMatchObject(metadata)
  })
})

describe('a field', () => {
  test('is one line of clean text of bounded length', async () => {
    const dirty = 'A\0 \u0007fox\r\n\t in\u202E\u2066 snow'
    expect(await read([chunk('iTXt', Buffer.from(`Title\0\0\0\0\0${dirty}`))])).toMatchObject({
      title: 'A fox in snow',
    })
    const long = await read([title('🦊'.repeat(500)), chunk('tEXt', `Description\0${'word '.repeat(2000)}`)])
    expect([long.title.length, long.description.length]).toEqual([200, 1999])
    expect((await read([title(`x${'🦊'.repeat(500)}`)])).title).toHaveLength(199)
  })

  test('has at most fifty keywords, none of them a sentence', async () => {
    const many = Array.from({ length: 80 }, (_, at) => `word ${at}`)
    const { keywords } = await read([xmp(`<dc:subject>${bag('a'.repeat(51), ...many)}</dc:subject>`)])
    expect(keywords).toEqual(many.slice(0, 50))
  })

  test('is plain text: no entity of the file is ever expanded', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
    const file = xmpChunk(doctype + packet('', `<dc:title>${languages({ 'x-default': '&a;&b;' })}</dc:title>`))
    expect(await read([file])).toMatchObject({ title: '&a;&b;' })
  })
})

describe('no metadata is read and nothing fails', () => {
  test.each([
    ['by no chunk at all', []],
    ['by a text that is no deflate stream', [chunk('zTXt', 'Title\0\0no deflate stream')]],
    [
      'by a text that inflates beyond 64 KiB',
      [chunk('zTXt', Buffer.concat([latin1('Title\0\0'), deflatedZeros(2 ** 29)]))],
    ],
    [
      'by texts that end within their heads',
      ['Title', 'Title\0', '', '\0'].flatMap((t) => [chunk('iTXt', t), chunk('zTXt', t)]),
    ],
    ['by a keyword without an end', [chunk('tEXt', 'Title'.repeat(100))]],
    ['by XMP that is no XML', [xmpChunk('<rdf:RDF><a b=<</rdf:RDF>')]],
    ['by XMP nested two thousand deep', [xmp(`${'<a>'.repeat(1900)}${'</a>'.repeat(1900)}`)]],
    [
      'by Exif that points at itself',
      [chunk('eXIf', latin1('MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08'))],
    ],
    ['by a profile that is not hexadecimal', [chunk('tEXt', 'Raw profile type iptc\0\niptc\n 4\nzzzz')]],
  ])('%s', async (_, chunks) => {
    expect(await read(chunks)).toEqual(NOTHING)
  })

  test('for any hostile file', async () => {
    for (const { make, decidedBy, outcome } of hostilePngs)
      if (decidedBy === 'worker' && outcome === 'accepted')
        expect(Object.keys(await readFile(make()))).toEqual(Object.keys(NOTHING))
  })

  test('for chunks of noise', async () => {
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
    const property = fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
      const { title, description, category, keywords } = await readEmbeddedMetadata({ text: texts })
      expect([title, description, category, ...keywords].every((text) => text.isWellFormed())).toBe(true)
    })
    await fc.assert(property, { numRuns: 500 })
  })
})
