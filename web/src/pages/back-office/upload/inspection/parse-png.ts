/** Fields of the IHDR chunk (W3C PNG third edition, 11.2.1). */
export interface PngHeader {
  width: number
  height: number
  bitDepth: number
  colourType: number
}

/** A text chunk as stored: it may contain metadata. */
export interface TextChunk {
  type: string
  data: Uint8Array
}

export interface PngStructure {
  header: PngHeader
  /** All chunk types in the file. */
  chunkTypes: Set<string>
  textChunks: TextChunk[]
}

/**
 * Reads the chunks of a PNG; null if the signature is missing. It does not validate: the server applies all rules, and
 * this only spares sending files that it would refuse.
 */
export function parsePng(bytes: Uint8Array): PngStructure | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33 || !signature.every((byte, index) => bytes[index] === byte)) return null
  const chunkTypes = new Set<string>()
  const textChunks: TextChunk[] = []
  for (let offset = signature.length; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset)
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8))
    chunkTypes.add(type)
    const data = bytes.subarray(offset + 8, offset + 8 + length)
    if (textChunkTypes.has(type) && data.length === length) textChunks.push({ type, data })
    offset += 12 + length
  }
  // After the signature: length, type, then the 13 bytes of IHDR.
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return {
    header: { width, height, bitDepth: view.getUint8(24), colourType: view.getUint8(25) },
    chunkTypes,
    textChunks,
  }
}

/** Whether the format has an alpha channel; the pixels may still be opaque. */
export const hasAlpha = ({ header, chunkTypes }: PngStructure) =>
  header.colourType === 4 || header.colourType === 6 || chunkTypes.has('tRNS')

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const textChunkTypes = new Set(['tEXt', 'zTXt', 'iTXt'])
