import { deflateSync } from 'node:zlib'
import { keywordsIn } from '@vitrine/contract/keywords'
import { readTexts } from '#imaging/run-job'
import { aPng, chunk, xmpChunk } from './png.ts'

const sound = aPng()
/** What a sound PNG with these chunks says of itself; they stand before its pixels, or after them. */
export function readChunks(chunks: Buffer[], where: 'before' | 'after' = 'before') {
  const at = where === 'before' ? 33 : sound.length - 12
  return readPng(Buffer.concat([sound.subarray(0, at), ...chunks, sound.subarray(at)]))
}

/** What a file says, and whether it says more than is read. */
export function readPng(file: Buffer) {
  const { embedded, isUnread } = readTexts(file)
  const keywords = embedded.keywords.map(keywordsIn).find(({ length }) => length > 0) ?? []
  return { isUnread, embedded: { ...embedded, keywords } }
}

/** An XMP packet as Adobe writes it. */
export function packet(attributes: string, elements: string): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
      xmlns:lr="http://ns.adobe.com/lightroom/1.0/" ${attributes}>${elements}</rdf:Description></rdf:RDF>
    </x:xmpmeta><?xpacket end="w"?>`
}
export const languages = (items: Record<string, string>) =>
  `<rdf:Alt>${Object.entries(items)
    .map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`)
    .join('')}</rdf:Alt>`
export const bag = (...items: string[]) =>
  `<rdf:Bag>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:Bag>`
export const xmp = (elements: string, attributes = '') => xmpChunk(packet(attributes, elements))
export const title = (text: string) => xmp(`<dc:title>${languages({ 'x-default': text })}</dc:title>`)

export const latin1 = (text: string) => Buffer.from(text, 'latin1')
export const compressed = (head: string, text: Buffer | string) => Buffer.concat([latin1(head), deflateSync(text)])

/** A profile in ImageMagick's hexadecimal form. */
export function rawProfile(kind: string, bytes: Buffer): string {
  const lines = bytes.toString('hex').replace(/(.{72})/g, '$1\n')
  return `\n${kind}\n${String(bytes.length).padStart(8)}\n${lines}\n`
}

/** An IPTC record of dataset 2. */
export function iptc(number: number, text: string): Buffer {
  const value = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x1c, 2, number, value.length >> 8, value.length & 255]), value])
}
export const iptcRecords = Buffer.concat([
  iptc(5, 'Der Fuchs'),
  iptc(15, 'ANI'),
  iptc(25, 'Fuchs'),
  iptc(25, 'Schnee'),
  iptc(120, 'Ein Fuchs im Schnee, schön'),
])
const description = 'Ein Fuchs im Schnee, schön'
export const fromIptc = { title: 'Der Fuchs', maker: '', description, keywords: ['Fuchs', 'Schnee'], category: 'ANI' }
/** An image resource of Photoshop. */
export function resource(number: number, data: Buffer): Buffer {
  const head = Buffer.from('3842494d0000000000000000', 'hex')
  head.writeUInt16BE(number, 4)
  head.writeUInt32BE(data.length, 8)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
/** A TIFF structure whose entries are bytes. */
export function tiff(entries: Record<number, Buffer>): Buffer {
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
export const utf16le = (text: string) => Buffer.from(text, 'utf16le')
export const utf16 = (keyword: string, text: string) => Buffer.concat([latin1(`${keyword}\0`), utf16le(text)])
export const international = (keyword: string, text: string) =>
  chunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))
export const exif = latin1('MM\0*\0\0\0\x08\0\x01\x01\x0e\0\x02\0\0\0\x06\0\0\0\x1a\0\0\0\0A fox\0')
