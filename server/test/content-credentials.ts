import { encode } from 'cborg'
import { chunk } from './png.ts'

/** A JUMBF box. */
export function box(type: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

export const superbox = (label: string, ...boxes: Buffer[]) =>
  box('jumb', box('jumd', Buffer.alloc(16, 1), Buffer.from([3]), Buffer.from(`${label}\0`)), ...boxes)

export const cbor = (value: unknown) => box('cbor', Buffer.from(encode(value)))

export const manifest = (actions: unknown[], claim: unknown = {}, { version = '.v2' } = {}) =>
  superbox(
    'urn:c2pa:1',
    superbox('c2pa.assertions', superbox(`c2pa.actions${version}`, cbor({ actions }))),
    superbox(`c2pa.claim${version}`, cbor(claim)),
    superbox('c2pa.signature', cbor([])),
  )

/** The chunk that a PNG has them in. */
export const credentialsChunk = (...manifests: Buffer[]) => chunk('caBX', superbox('c2pa', ...manifests))

const iptc = 'http://cv.iptc.org/newscodes/digitalsourcetype'

export const created = (source: string) => ({ action: 'c2pa.created', digitalSourceType: `${iptc}/${source}` })
