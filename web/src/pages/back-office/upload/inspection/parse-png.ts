/** What the header of a PNG says (W3C PNG third edition, 11.2.1). */
export interface PngHeader {
  width: number
  height: number
  bitDepth: number
  colourType: number
}

/** A chunk that may hold words about the picture, as stored. */
export interface TextChunk {
  type: string
  data: Uint8Array
}

export interface PngStructure {
  header: PngHeader
  /** Every kind of chunk that is there. */
  chunkTypes: Set<string>
  textChunks: TextChunk[]
}

/**
 * Reads which chunks a PNG consists of; null where the bytes do not begin as one. It judges nothing: the server walks the
 * same chunks by all the rules, and this only spares people the way there.
 */
export function parsePng(bytes: Uint8Array): PngStructure | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33 || !signature.every((byte, at) => bytes[at] === byte)) return null
  const types = new Set<string>()
  const texts: TextChunk[] = []
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    types.add(type)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (textChunkTypes.has(type) && data.length === length) texts.push({ type, data })
    at += 12 + length
  }
  // After the signature: length, type, then the 13 bytes of IHDR.
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return {
    header: { width, height, bitDepth: view.getUint8(24), colourType: view.getUint8(25) },
    chunkTypes: types,
    textChunks: texts,
  }
}

/** Whether it can be transparent at all; whether it is, only the pixels tell. */
export const hasAlpha = ({ header, chunkTypes: types }: PngStructure) =>
  header.colourType === 4 || header.colourType === 6 || types.has('tRNS')

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const textChunkTypes = new Set(['tEXt', 'zTXt', 'iTXt'])
