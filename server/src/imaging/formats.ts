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
