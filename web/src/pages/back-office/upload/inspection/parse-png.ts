import { exifOrientation } from '@vitrine/contract/uploading/exif'

/** Fields of the IHDR chunk (W3C PNG third edition, 11.2.1). */
export interface PngHeader {
  width: number
  height: number
  bitDepth: number
  colourType: number
  interlaced: boolean
}

/** A text chunk as stored: it may contain metadata. */
export interface TextChunk {
  type: string
  data: Uint8Array
}

export interface PngStructure {
  header: PngHeader
  /** How browsers turn the picture: by the first eXIf before its pixels. */
  orientation: number
  /** All chunk types in the file. */
  chunkTypes: Set<string>
  textChunks: TextChunk[]
  /** PLTE; empty where there is none. */
  palette: Uint8Array
  /** tRNS: the alpha of palette entries, or the one clear colour. */
  transparency: Uint8Array | null
  /** The data of the IDAT chunks. */
  pixelData: Uint8Array[]
  /** Whole chunks of colour space, resolution and metadata, which stay true when pixels are mended. */
  keptChunks: Uint8Array[]
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
  const pixelData: Uint8Array[] = []
  const keptChunks: Uint8Array[] = []
  const beforePixels: [type: string, data: Uint8Array][] = []
  for (let offset = signature.length; offset + 12 <= bytes.length; ) {
    const length = view.getUint32(offset)
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8))
    chunkTypes.add(type)
    const data = bytes.subarray(offset + 8, offset + 8 + length)
    if (textChunkTypes.has(type) && data.length === length) textChunks.push({ type, data })
    if (isKept(type, data)) keptChunks.push(bytes.subarray(offset, offset + 12 + length))
    if (type === 'IDAT') pixelData.push(data)
    else if (!pixelData.length) beforePixels.push([type, data])
    offset += 12 + length
  }
  // The first of each type counts.
  const dataByType = new Map(beforePixels.toReversed())
  // After the signature: length, type, then the 13 bytes of IHDR.
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return {
    header: {
      width,
      height,
      bitDepth: view.getUint8(24),
      colourType: view.getUint8(25),
      interlaced: view.getUint8(28) === 1,
    },
    orientation: exifOrientation(dataByType.get('eXIf') ?? new Uint8Array()),
    chunkTypes,
    textChunks,
    palette: dataByType.get('PLTE') ?? new Uint8Array(),
    transparency: dataByType.get('tRNS') ?? null,
    pixelData,
    keptChunks,
  }
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const textChunkTypes = new Set(['tEXt', 'zTXt', 'iTXt'])
const keptChunkTypes = new Set([
  ...['cICP', 'mDCV', 'cLLI', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'eXIf'],
  ...textChunkTypes,
])

/** Mended pixels are turned already. */
const isKept = (type: string, data: Uint8Array) =>
  keptChunkTypes.has(type) && (type !== 'eXIf' || exifOrientation(data) === 1)
