import fc from 'fast-check'
import { expect, test } from 'vitest'
import { box, cbor, created, credentialsChunk, manifest, superbox } from '#test/content-credentials'
import { aPng, chunk, xmpChunk } from '#test/png'
import { readTexts } from '../run-job.ts'

/** What a sound PNG with these chunks behind its header says. */
const read = (...chunks: Buffer[]) => readTexts(aPng({ chunks })).source

const address = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const packet = (attributes: string, elements = '') =>
  xmpChunk(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
      ${['Iptc4xmpExt', 'i', 'ns1'].map((prefix) => `xmlns:${prefix}="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"`).join(' ')}
      xmlns:ex="http://example.org/" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  )
const inXmp = { source: 'trainedAlgorithmicMedia', place: 'xmp', generator: '' }

test.each([
  ['an attribute', packet(`Iptc4xmpExt:DigitalSourceType="${address}"`)],
  ['an attribute in other quotes', packet(`Iptc4xmpExt:DigitalSourceType = '${address}'`)],
  ['an element', packet('', `<Iptc4xmpExt:DigitalSourceType>\n${address}\n</Iptc4xmpExt:DigitalSourceType>`)],
  ['another prefix', packet('', `<ns1:DigitalSourceType>${address}</ns1:DigitalSourceType>`)],
  ['a reference', packet('', `<Iptc4xmpExt:DigitalSourceType rdf:resource="${address}"/>`)],
  ['a list', packet('', `<i:DigitalSourceType><rdf:Bag><rdf:li>${address}</rdf:li></rdf:Bag></i:DigitalSourceType>`)],
  ['a code alone', packet('Iptc4xmpExt:DigitalSourceType="trainedAlgorithmicMedia"')],
  [
    'a first one that is unknown',
    packet('i:DigitalSourceType="odd"', `<ns1:DigitalSourceType>${address}</ns1:DigitalSourceType>`),
  ],
])('IPTC’s Digital Source Type is read from XMP as %s', (_what, xmp) => {
  expect(read(xmp)).toEqual(inXmp)
})

test('a source that says nothing of AI is read from XMP too, but nothing that is no code', () => {
  expect(read(packet('i:DigitalSourceType="digitalCreation"'))?.source).toBe('digitalCreation')
  for (const value of ['', 'constructor', 'http://evil.example/x', 'x'.repeat(5_000)])
    expect(read(packet(`i:DigitalSourceType="${value}"`))).toBeNull()
  expect(read(packet('ex:DigitalSourceType="digitalCreation"'))).toBeNull()
  expect(read()).toBeNull()
})

test('Content Credentials say it by an action, and name the program', () => {
  const actions = [{ action: 'c2pa.opened' }, created('trainedAlgorithmicMedia')]
  const claim = { claim_generator_info: [{ name: 'Dream\u202e\nPaint', version: '1' }] }
  const said = { source: 'trainedAlgorithmicMedia', place: 'c2pa', generator: 'Dream Paint' }
  expect(read(credentialsChunk(manifest(actions, claim, { version: '' })))).toEqual(said)
  const second = { claim_generator_info: { name: 'Dream' }, claim_generator: 'dream/2 c2pa-rs' }
  expect(read(credentialsChunk(manifest(actions, second)))?.generator).toBe('Dream')
  expect(read(credentialsChunk(manifest(actions, { claim_generator: 'dream/2' })))?.generator).toBe('dream/2')
})

test('Content Credentials count before XMP, the active manifest before an ingredient’s, and AI first', () => {
  const credentials = credentialsChunk(
    manifest([created('trainedAlgorithmicMedia')]),
    manifest([created('digitalCapture'), created('compositeWithTrainedAlgorithmicMedia')]),
  )
  expect(read(packet(`i:DigitalSourceType="${address}"`), credentials)?.source).toBe(
    'compositeWithTrainedAlgorithmicMedia',
  )
  const opened = credentialsChunk(manifest([created('trainedAlgorithmicMedia')]), manifest([{ action: 'c2pa.opened' }]))
  expect(read(opened)?.source).toBe('trainedAlgorithmicMedia')
})

test('Content Credentials that are damaged, or hostile, say nothing', () => {
  const nested = (depth: number): Buffer => (depth ? superbox('c2pa', nested(depth - 1)) : Buffer.alloc(0))
  const empty = Buffer.concat(Array.from({ length: 100_000 }, () => box('jumb')))
  const deep = box('cbor', Buffer.alloc(60_000, 0x81))
  const long = box('cbor', Buffer.from('9affffffff', 'hex'))
  const prototype = box('json', Buffer.from('{"__proto__":{"actions":[{"digitalSourceType":"x"}]}}'))
  const withContent = (content: Buffer) =>
    credentialsChunk(superbox('urn', superbox('c2pa.assertions', superbox('c2pa.actions', content))))
  for (const hostile of [
    chunk('caBX'),
    chunk('caBX', Buffer.alloc(1_000_000, 0xff)),
    chunk('caBX', nested(2_000)),
    chunk('caBX', superbox('c2pa', empty)),
    credentialsChunk(...Array.from({ length: 500 }, () => superbox('urn', empty.subarray(0, 1_600)))),
    ...[deep, long, prototype, cbor('text'), cbor({ actions: [null, 1, { digitalSourceType: {} }] })].map(withContent),
  ])
    expect(read(hostile)).toBeNull()
})

test('Content Credentials never make the reader throw, whatever bytes are changed', () => {
  const credentials = credentialsChunk(manifest([created('trainedAlgorithmicMedia')], { claim_generator: 'x' }))
  const change = fc.record({ at: fc.nat(credentials.length - 1), byte: fc.integer({ min: 0, max: 255 }) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.nat(credentials.length - 20), (changes, cut) => {
      const data = Buffer.from(credentials.subarray(8, -4))
      for (const { at, byte } of changes) if (at < data.length) data[at] = byte
      read(chunk('caBX', data))
      read(chunk('caBX', data.subarray(0, cut)))
      read(chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0DigitalSourceType='), data])))
    }),
    { numRuns: 300 },
  )
})
