import { open } from 'node:fs/promises'
import { type ImageFormat, imageFormats } from '@vitrine/contract/vocabulary/image-formats'

interface FormatSupport {
  /** The first bytes of such a file, read as Latin-1. */
  signature: RegExp
  /** The format with its article, as in "This is {description}". */
  description: string
  /** The one libvips operation that decodes it. */
  loader: string
  /** Whether every file is validated before a decoder sees it; other formats get a worker process of their own. */
  isValidated: boolean
}

/** How the server recognises and decodes each image format; MIME types and extensions are the contract's. */
export const formatSupport: Record<ImageFormat, FormatSupport> = {
  png: { signature: /^\x89PNG/, description: 'a PNG picture', loader: 'VipsForeignLoadPng', isValidated: true },
  jpeg: {
    signature: /^\xff\xd8\xff/,
    description: 'a JPEG picture',
    loader: 'VipsForeignLoadJpeg',
    isValidated: false,
  },
  webp: {
    signature: /^RIFF.{4}WEBP/s,
    description: 'a WebP picture',
    loader: 'VipsForeignLoadWebp',
    isValidated: false,
  },
}

/** Bytes that cover the longest signature above. */
const SIGNATURE_BYTES = 12

/** The format whose signature a file begins with; null when it is none that we read. */
export function sniffFormat(opening: Buffer): ImageFormat | null {
  const latin1 = opening.toString('latin1', 0, SIGNATURE_BYTES)
  const formats = Object.keys(imageFormats) as ImageFormat[]
  return formats.find((format) => formatSupport[format].signature.test(latin1)) ?? null
}

/** Reads a file's signature; the answer decides which decoder opens it. */
export async function sniffFile(path: string): Promise<ImageFormat | null> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
  return sniffFormat(buffer.subarray(0, bytesRead))
}

/** Bytes of a file's beginning that `describeFormat` needs: enough for an XML declaration and a comment. */
export const SNIFF_BYTES = 512

/** A name with its article ('a JPEG picture') that words a rejection: no decoder is ever chosen by it. */
export function describeFormat(opening: Buffer): string | null {
  const format = sniffFormat(opening)
  if (format) return formatSupport[format].description
  const latin1 = opening.toString('latin1')
  const known = SIGNATURES.find(([signature, at = 0]) => latin1.startsWith(signature, at))
  return known ? known[2] : describeMarkup(opening.toString('utf8'))
}

const SIGNATURES: readonly (readonly [signature: string, at: number, name: string])[] = [
  ['GIF8', 0, 'a GIF picture'],
  ['ftypavif', 4, 'an AVIF picture'],
  ['ftypheic', 4, 'an HEIC photo'],
  ['ftypmif1', 4, 'an HEIF photo'],
  ['ftyp', 4, 'a video'],
  ['\xff\x0a', 0, 'a JPEG XL picture'],
  ['JXL ', 4, 'a JPEG XL picture'],
  ['II*\0', 0, 'a TIFF picture'],
  ['MM\0*', 0, 'a TIFF picture'],
  ['II+\0', 0, 'a TIFF picture'],
  ['MM\0+', 0, 'a TIFF picture'],
  ['BM', 0, 'a BMP picture'],
  ['\0\0\x01\0', 0, 'an icon (ICO)'],
  ['\0\0\x02\0', 0, 'a cursor (CUR)'],
  ['8BPS', 0, 'a Photoshop document (PSD)'],
  ['\x8aMNG\r\n\x1a\n', 0, 'an MNG animation'],
  ['\x8bJNG\r\n\x1a\n', 0, 'a JNG picture'],
  ['AT&TFORM', 0, 'a DjVu document'],
  ['gimp xcf', 0, 'a GIMP document (XCF)'],
  ['%PDF-', 0, 'a PDF document'],
  ['%!PS', 0, 'a PostScript document'],
  ['PK\x03\x04', 0, 'a ZIP archive'],
  ['PK\x05\x06', 0, 'a ZIP archive'],
  ['\x1f\x8b', 0, 'a GZIP archive'],
]

/** SVG, HTML and XML have no fixed first byte: byte order mark, white space, declaration or comment may come first. */
function describeMarkup(text: string): string | null {
  const start = text.replace(/^[\uFEFF\s]+/, '').toLowerCase()
  if (!start.startsWith('<')) return null
  if (start.includes('<svg')) return 'an SVG drawing'
  if (/^<(!doctype html|html|head|body|script|!--)/.test(start)) return 'a web page (HTML)'
  return 'an XML document'
}
