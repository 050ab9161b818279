import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import type { RefusalCode } from '@vitrine/contract/vocabulary/refusals'
import { ADAM7, aPng, chunk, ihdr, type PngHeader, png } from './png.ts'

/** A file that someone might send, and what must become of it. */
export interface HostilePng {
  name: string
  /** Made when asked for; none is larger than 3 MB, whatever it would inflate to. */
  make(): Buffer
  outcome: RefusalCode | 'accepted'
  /** Who notices: the walker while the file arrives, or the worker that decodes it. */
  decidedBy: 'validator' | 'worker'
}

const MiB = 2 ** 20
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const xmpText = (text: Buffer, flags: string) =>
  chunk('iTXt', Buffer.concat([latin1(`XML:com.adobe.xmp\0${flags}\0\0`), text]))
const zText = (text: Buffer) => chunk('zTXt', Buffer.concat([latin1('Comment\0\0'), text]))
const iccProfile = (bytes: Buffer) => chunk('iCCP', Buffer.concat([latin1('icc\0\0'), bytes]))

/** `count` zero bytes, deflated, without ever having them: the same flushed block again and again. */
export function deflatedZeros(count: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MiB), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const checksum = Buffer.alloc(4)
  // Adler-32 of zeros: the first sum stays 1, the second counts them.
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1)
  const rest = deflateRawSync(Buffer.alloc(count % MiB), { level: 9 })
  return Buffer.concat([latin1('\x78\xda'), ...Array(Math.floor(count / MiB)).fill(block), rest, checksum])
}

/** A flat picture that is tiny on disk: black, and clear unless the colour type has no alpha. */
export const flatPng = (header: PngHeader, ...extra: Buffer[]): Buffer =>
  png(ihdr(header), ...extra, chunk('IDAT', deflatedZeros(scanLineBytes(header))), chunk('IEND'))

/** Valid and within all limits, a quarter of a megabyte, and one of the slowest to decode: some 1.6 s on one core. */
export const slowPng = (name = '') =>
  flatPng(
    { width: 5700, height: 5700, bitDepth: 16, colourType: 2, interlaced: true },
    chunk('tEXt', `Comment\0${name}`),
  )

function scanLineBytes({ width, height, bitDepth = 8, colourType = 6, interlaced }: PngHeader): number {
  const pixelBytes = (colourType === 2 ? 3 : 4) * (bitDepth / 8)
  const lines = (across: number, down: number) => (across && down ? (across * pixelBytes + 1) * down : 0)
  if (!interlaced) return lines(width, height)
  return ADAM7.map(([left, top, right, down]) =>
    lines(Math.ceil((width - left) / right), Math.ceil((height - top) / down)),
  ).reduce((sum, bytes) => sum + bytes)
}

const idat = (size = 8) => chunk('IDAT', deflatedZeros((size * 4 + 1) * size))
const ihdrOf = (wishes: Partial<PngHeader> = {}) => ihdr({ width: 8, height: 8, ...wishes })
const iend = chunk('IEND')
const pngWithChunks = (...extra: Buffer[]) => png(ihdrOf(), ...extra, idat(), iend)
const pngWithHeader = (wishes: Partial<PngHeader>) => png(ihdrOf(wishes), idat(), iend)

const plte = (entries: number) => chunk('PLTE', Buffer.alloc(entries * 3))
const trns = (bytes: number) => chunk('tRNS', Buffer.alloc(bytes))
const indexedPng = (bitDepth: number, ...extra: Buffer[]) =>
  png(ihdrOf({ colourType: 3, bitDepth }), ...extra, idat(), iend)

function withFlippedBit(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file)
  copy[at]! ^= 1
  return copy
}

const pngWithPixelData = (deflated: Buffer) => png(ihdrOf(), chunk('IDAT', deflated), iend)
const filteredRows = (filter: number) =>
  Buffer.concat(Array(8).fill(Buffer.concat([Buffer.from([filter]), Buffer.alloc(32)])))

type Files = Record<string, () => Buffer>
const decided = (decidedBy: HostilePng['decidedBy']) => (outcome: HostilePng['outcome'], files: Files) =>
  Object.entries(files).map(([name, make]): HostilePng => ({ name, make, outcome, decidedBy }))
const [decidedByValidator, decidedByWorker] = [decided('validator'), decided('worker')]

/** A row of eight pixels, of which the last has the third colour. */
const beyond = latin1('\0\0\0\0\0\0\0\0\x02')

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
const ENTITY = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`

export const hostilePngs: HostilePng[] = [
  ...decidedByValidator('empty_file', { 'an empty file': () => Buffer.alloc(0) }),
  ...decidedByValidator('not_a_png', {
    'one byte': () => latin1('a'),
    'plain text': () => latin1('hello, this is text and nothing else'),
  }),
  ...decidedByValidator('other_format', {
    'a JPEG': () => latin1('\xff\xd8\xff\xe0\0\x10JFIF\0'),
    'a GIF': () => latin1('GIF89a\x01\0\x01\0'),
    'a WebP': () => latin1('RIFF\x24\0\0\0WEBPVP8 '),
    'a TIFF': () => latin1('II*\0\x08\0\0\0'),
    'a big-endian TIFF': () => latin1('MM\0*\0\0\0\x08'),
    'a BMP': () => latin1('BM\x46\0\0\0\0\0\0\0'),
    'an icon': () => latin1('\0\0\x01\0\x01\0\x10\x10'),
    'a Photoshop document': () => latin1('8BPS\0\x01\0\0\0\0'),
    'a PDF': () => latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3'),
    'a ZIP': () => latin1('PK\x03\x04\x14\0\0\0'),
    'an MNG': () => latin1('\x8aMNG\r\n\x1a\n\0\0\0\x1cMHDR'),
    'a JNG': () => latin1('\x8bJNG\r\n\x1a\n\0\0\0\x10JHDR'),
    'a DjVu': () => latin1('AT&TFORM\0\0\0\x10DJVU'),
    'an AVIF': () => latin1('\0\0\0\x20ftypavif\0\0\0\0'),
    'an SVG': () => latin1(SVG),
    'an SVG that reads a file of the server': () => latin1(ENTITY),
    'a web page': () => latin1('\n  <!DOCTYPE html><html><script>alert(1)</script></html>'),
    'an XML document': () => latin1('<?xml version="1.0"?><a/>'),
  }),
  ...decidedByValidator('mangled', {
    'line ends rewritten': () => latin1(aPng().toString('latin1').replaceAll('\r\n', '\n')),
    'seven bits only': () => Buffer.from(aPng().map((byte) => byte & 127)),
  }),
  ...decidedByValidator('side_too_long', {
    '2^32 - 1 on both sides': () => pngWithHeader({ width: 2 ** 32 - 1, height: 2 ** 32 - 1 }),
    '12,001 x 1': () => pngWithHeader({ width: 12_001, height: 1 }),
    '1 x 12,001': () => pngWithHeader({ width: 1, height: 12_001 }),
  }),
  ...decidedByValidator('too_many_pixels', { '50 megapixels': () => pngWithHeader({ width: 7072, height: 7072 }) }),
  ...decidedByValidator('too_deep', {
    '36 megapixels of 16 bits, interlaced': () =>
      pngWithHeader({ width: 6000, height: 6000, bitDepth: 16, interlaced: 1 }),
    '36 grey megapixels of 16 bits': () => pngWithHeader({ width: 6000, height: 6000, bitDepth: 16, colourType: 0 }),
  }),
  ...decidedByValidator('malformed', {
    'a signature with text behind it': () => png(latin1('hello, this is text and nothing else')),
    'no width': () => pngWithHeader({ width: 0 }),
    'no height': () => pngWithHeader({ height: 0 }),
    'colour type 1': () => pngWithHeader({ colourType: 1 }),
    'no bits': () => pngWithHeader({ bitDepth: 0 }),
    'three bits of grey': () => pngWithHeader({ colourType: 0, bitDepth: 3 }),
    'four bits of colour': () => pngWithHeader({ colourType: 2, bitDepth: 4 }),
    'a palette of 16 bits': () => pngWithHeader({ colourType: 3, bitDepth: 16 }),
    'compression method 1': () => pngWithHeader({ compression: 1 }),
    'filter method 1': () => pngWithHeader({ filter: 1 }),
    'interlace method 2': () => pngWithHeader({ interlaced: 2 }),
    'a header of 12 bytes': () => png(chunk('IHDR', Buffer.alloc(12)), idat(), iend),
    'two headers': () => pngWithChunks(ihdrOf()),
    'a text before the header': () => png(chunk('tEXt', 'Title\0x'), ihdrOf(), idat(), iend),
    'no pixels': () => png(ihdrOf(), iend),
    'an end with bytes in it': () => png(ihdrOf(), idat(), chunk('IEND', 'x')),
    'an unknown critical chunk': () => pngWithChunks(chunk('EVIL', 'x')),
    'a chunk name with a digit': () => pngWithChunks(chunk('te2t', 'x')),
    'a chunk name with the reserved bit': () => pngWithChunks(chunk('text', 'x')),
    'a chunk of 4 GB': () => png(ihdrOf(), latin1('\xff\xff\xff\xffIDATxxxx')),
    'pixels interrupted by a text': () => png(ihdrOf(), idat(), chunk('tEXt', 'Title\0x'), idat(), iend),
    'a palette missing': () => indexedPng(8),
    'two palettes': () => indexedPng(8, plte(2), plte(2)),
    'a palette after the pixels': () => png(ihdrOf(), idat(), plte(2), iend),
    'a palette of 4 bytes': () => indexedPng(8, chunk('PLTE', 'abcd')),
    'an empty palette': () => indexedPng(8, plte(0)),
    'a palette of 5 for 2 bits': () => indexedPng(2, plte(5)),
    'a palette of 257': () => pngWithChunks(plte(257)),
    'a palette in a grey picture': () => png(ihdrOf({ colourType: 0 }), plte(2), idat(), iend),
    'a palette in a grey picture with alpha': () => png(ihdrOf({ colourType: 4 }), plte(2), idat(), iend),
    'transparency before the palette': () => indexedPng(8, trns(1), plte(2)),
    'transparency longer than the palette': () => indexedPng(8, plte(2), trns(3)),
    'transparency beside alpha': () => pngWithChunks(trns(6)),
    'transparency of 3 bytes in a grey picture': () => png(ihdrOf({ colourType: 0 }), trns(3), idat(), iend),
    'transparency of 2 bytes in a colour picture': () => png(ihdrOf({ colourType: 2 }), trns(2), idat(), iend),
    'transparency twice': () => indexedPng(8, plte(2), trns(1), trns(1)),
    'transparency after the pixels': () => png(ihdrOf({ colourType: 2 }), idat(), trns(6), iend),
  }),
  ...decidedByValidator('damaged', {
    'a wrong checksum of the header': () => withFlippedBit(pngWithChunks(), 20),
    'a wrong checksum of the pixels': () => withFlippedBit(pngWithChunks(), pngWithChunks().length - 20),
  }),
  ...decidedByValidator('truncated', {
    'half a signature': () => aPng().subarray(0, 4),
    'a signature alone': () => png(),
    'a header alone, in 41 bytes': () => flatPng({ width: 12_000, height: 4000 }).subarray(0, 41),
    'half a file': () => aPng().subarray(0, aPng().length / 2),
    'no end': () => png(ihdrOf(), idat()),
    '48 megapixels promised, a few bytes given': () => pngWithHeader({ width: 12_000, height: 4000 }),
  }),
  ...decidedByValidator('trailing_bytes', {
    'a web page behind the picture': () => Buffer.concat([aPng(), latin1('<html><script>alert(1)</script></html>')]),
    'a ZIP behind the picture': () => Buffer.concat([aPng(), latin1(`PK\x05\x06${'\0'.repeat(18)}`)]),
    'two pictures': () => Buffer.concat([aPng(), aPng()]),
  }),
  ...decidedByValidator('animated', { 'an animation': () => pngWithChunks(chunk('acTL', '\0\0\0\x02\0\0\0\0')) }),
  ...decidedByValidator('apple_png', {
    'a PNG for iPhones': () => png(chunk('CgBI', '\x50\0\x20\x02'), ihdrOf(), idat(), iend),
  }),
  ...decidedByValidator('too_much_metadata', {
    'a text of 2 MiB': () => pngWithChunks(chunk('tEXt', `Title\0${'x'.repeat(2 * MiB)}`)),
    'a private chunk of 2 MiB': () => pngWithChunks(chunk('prVt', Buffer.alloc(2 * MiB))),
    'ninety texts of 40 MiB inflated': () => pngWithChunks(...Array(90).fill(zText(deflatedZeros(40 * MiB)))),
  }),
  ...decidedByValidator('too_many_chunks', {
    'a thousand texts': () => pngWithChunks(...Array(1000).fill(chunk('tEXt', 'Title\0x'))),
    'a flood of empty pixel chunks': () => png(ihdrOf(), ...Array(20_001).fill(chunk('IDAT')), iend),
  }),
  ...decidedByWorker('damaged', {
    'half of the pixels': () => pngWithPixelData(deflateSync(filteredRows(0).subarray(0, 130))),
    'pixels that are no deflate stream': () => pngWithPixelData(Buffer.alloc(300, 0x5a)),
    'pixels cut in the middle of the stream': () =>
      pngWithPixelData(deflateSync(Buffer.from(filteredRows(0)).fill('noise')).subarray(0, 9)),
    'a filter that does not exist': () => pngWithPixelData(deflateSync(filteredRows(9))),
    'a wrong checksum at the end of the deflate stream': () => {
      const deflated = deflateSync(filteredRows(0))
      return pngWithPixelData(withFlippedBit(deflated, deflated.length - 1))
    },
    'a wrong checksum in a chunk of its own': () => {
      const [pixels, checksum] = [deflateSync(filteredRows(0)).subarray(0, -4), Buffer.alloc(4)]
      return png(ihdrOf(), chunk('IDAT', pixels), chunk('IDAT', checksum), iend)
    },
    'more rows than the picture has': () =>
      pngWithPixelData(deflateSync(Buffer.concat([filteredRows(0), latin1('secret')]))),
    'a second deflate stream behind the pixels': () =>
      pngWithPixelData(Buffer.concat([filteredRows(0), latin1('a message to someone')].map((one) => deflateSync(one)))),
    'an index beyond the palette': () =>
      png(ihdrOf({ colourType: 3 }), plte(2), chunk('IDAT', deflateSync(Buffer.alloc(72, beyond))), iend),
  }),
  ...decidedByWorker('accepted', {
    'a wrong checksum of a text': () => withFlippedBit(pngWithChunks(chunk('tEXt', 'Title\0x')), 42),
    'a wrong checksum of a colour profile': () => withFlippedBit(pngWithChunks(iccProfile(Buffer.alloc(20))), 50),
    'a few bytes behind the deflate stream': () =>
      pngWithPixelData(Buffer.concat([deflateSync(filteredRows(0)), Buffer.alloc(4)])),
    'HTML in a text': () => aPng({ text: { Title: '<script>alert(1)</script>' } }),
    'PHP in the keyword of a text': () => aPng({ text: { '<?php phpinfo(); ?>': 'x' } }),
    'PHP in the pixels': () =>
      pngWithPixelData(deflateSync(Buffer.from(filteredRows(0)).fill('<?php phpinfo(); ?>', 1, 30), { level: 0 })),
    'a compressed text of 200 MiB inflated': () => pngWithChunks(zText(deflatedZeros(200 * MiB))),
    'compressed XMP of 512 MiB inflated': () => pngWithChunks(xmpText(deflatedZeros(512 * MiB), '\x01\0')),
    'a colour profile of 512 MiB inflated': () => pngWithChunks(iccProfile(deflatedZeros(512 * MiB))),
    'Exif of noise': () => pngWithChunks(chunk('eXIf', Buffer.alloc(60_000, 'MM\0*\0\0\0\x08'))),
    'XMP that grows when its entities are expanded': () => aPng({ xmp: BILLION_LAUGHS }),
    'XMP nested ten thousand deep': () => aPng({ xmp: `<rdf:RDF>${'<a>'.repeat(10_000)}</rdf:RDF>` }),
  }),
]

const entities = [...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`)
const BILLION_LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${entities.join('')}]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>&j;</dc:title></rdf:Description></rdf:RDF>`
