import { expect, test } from 'vitest'
import { noMetadata, readEmbeddedMetadata } from './read-metadata.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const deflate = async (text: string) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const chunk = (type: string, head: string, text: Uint8Array) => ({ type, data: join(bytes(head), text) })
const tEXt = (keyword: string, text: string) => chunk('tEXt', `${keyword}\0`, bytes(text))
const iTXt = (keyword: string, text: string) => chunk('iTXt', `${keyword}\0\0\0\0\0`, utf8(text))
const zTXt = async (keyword: string, text: string) => chunk('zTXt', `${keyword}\0\0`, await deflate(text))
const compressedITXt = async (keyword: string, text: string) =>
  chunk('iTXt', `${keyword}\0\x01\0en\0\0`, await deflate(text))

const xmpKeyword = 'XML:com.adobe.xmp'
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" photoshop:Category="Plants and Flowers">
    <dc:title><rdf:Alt>
      <rdf:li xml:lang="de">Mohn</rdf:li><rdf:li xml:lang="x-default">Poppy &amp; caf&#xE9;</rdf:li>
    </rdf:Alt></dc:title>
    <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A poppy
      in bloom</rdf:li></rdf:Alt></dc:description>
    <dc:subject><rdf:Bag><rdf:li>poppy</rdf:li><rdf:li>red, small</rdf:li><rdf:li></rdf:li></rdf:Bag></dc:subject>
  </rdf:Description></rdf:RDF></x:xmpmeta>`
const poppy = {
  title: 'Poppy & café',
  description: 'A poppy in bloom',
  keywords: ['poppy', 'red, small'],
  category: 'plants_and_flowers',
}

test.each([
  ['plain', iTXt],
  ['compressed', compressedITXt],
  ['as libvips and sharp write it', zTXt],
])('XMP is read, %s', async (_, write) => {
  expect(await readEmbeddedMetadata([await write(xmpKeyword, xmp)])).toEqual(poppy)
})

test('an empty default language hides no other, and a CDATA section is text', async () => {
  const title = '<rdf:li xml:lang="x-default"></rdf:li><rdf:li xml:lang="fr">Renard</rdf:li>'
  const subject = '<rdf:li>salt &amp; vinegar</rdf:li><rdf:li><![CDATA[cod & chips]]></rdf:li>'
  const properties = [`<dc:title><rdf:Alt>${title}</rdf:Alt></dc:title>`, `<dc:subject>${subject}</dc:subject>`]
  expect(await readEmbeddedMetadata([iTXt(xmpKeyword, properties.join(''))])).toMatchObject({
    title: 'Renard',
    keywords: ['salt & vinegar', 'cod & chips'],
  })
})

test('a category may be an element or an attribute, and an unknown one is ignored', async () => {
  const category = async (name: string) =>
    (await readEmbeddedMetadata([iTXt(xmpKeyword, `<photoshop:Category>${name}</photoshop:Category>`)])).category
  expect(await category('food')).toBe('food')
  expect(await category('WXYZ')).toBe('')
})

test('without XMP the PNG text chunks are read, in Latin-1 and UTF-8', async () => {
  const metadata = await readEmbeddedMetadata([
    tEXt('Title', 'Caf\xe9 au lait'),
    tEXt('Description', String.fromCharCode(...utf8('Grüße'))),
    await zTXt('Keywords', 'coffee; milk, cup'),
  ])
  const texts = { title: 'Café au lait', description: 'Grüße', keywords: ['coffee', 'milk', 'cup'] }
  expect(metadata).toEqual({ ...texts, category: '' })
  // An editor's signature is not a description, and an empty text is none.
  const signed = [tEXt('Comment', 'Created with GIMP'), tEXt('Title', ''), tEXt('Title', 'Blue whale')]
  expect(await readEmbeddedMetadata(signed)).toMatchObject({ title: 'Blue whale', description: '' })
})

test('texts become one line, are cut at the limits and lose bidirectional overrides', async () => {
  const { title } = await readEmbeddedMetadata([iTXt('Title', `  \u202Etwo\n lines\0 ${'x'.repeat(300)}`)])
  expect(title).toMatch(/^two lines x+$/)
  expect(title).toHaveLength(200)
})

test.each([
  ['nothing', []],
  ['a chunk without a keyword', [{ type: 'tEXt', data: new Uint8Array(0) }]],
  ['damaged deflate data', [{ type: 'zTXt', data: bytes('Title\0\0not deflated') }]],
  ['a text that inflates to megabytes', [await zTXt('Title', 'a'.repeat(5_000_000))]],
  ['an international text cut short', [{ type: 'iTXt', data: bytes('Title\0\0\0en') }]],
  ['XMP with markup where text should be', [iTXt(xmpKeyword, '<dc:title><b>bold</b></dc:title>')]],
  ['XMP that never ends', [iTXt(xmpKeyword, '<dc:title><rdf:Alt><rdf:li>x')]],
])('%s gives empty fields', async (_, chunks) => {
  expect(await readEmbeddedMetadata(chunks)).toEqual(noMetadata)
})

test('hostile XMP of the largest accepted size is parsed quickly', async () => {
  const start = process.cpuUsage()
  for (const text of [
    '<dc:title '.repeat(6000),
    `<dc:subject>${'<rdf:li'.repeat(8000)}`,
    ' dc:title="'.repeat(5000),
    '<![CDATA['.repeat(7000),
  ])
    await readEmbeddedMetadata([iTXt(xmpKeyword, text)])
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(500)
})
