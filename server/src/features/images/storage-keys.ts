import { previewSides, previewVersion, versionedPreviewFile } from '@vitrine/contract/media-files'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'

// Keys of an image's files in the store. They are stored data: changing one loses the files.

export const originalKey = (sha256: string) => `originals/${sha256.slice(0, 2)}/${sha256}${originalFormat.extension}`
export const previewKey = (sha256: string, size: number, version: number) =>
  `previews/${sha256.slice(0, 2)}/${sha256}-${versionedPreviewFile(size, version)}`

const previewVersions = Array.from({ length: previewVersion }, (_, older) => older + 1)

/** Where an original is kept that was taken down; admins alone can read it. */
export const evidencePrefix = 'evidence/'
export const evidenceKey = (sha256: string) => evidencePrefix + sha256 + originalFormat.extension

export const sharedKeys = (sha256: string) => [
  ...previewVersions.flatMap((version) => previewSides.map((side) => previewKey(sha256, side, version))),
  originalKey(sha256),
]

/** The hash of the bytes that a file of this key belongs to, of whichever version; undefined with another key. */
export function sha256OfKey(key: string): string | undefined {
  const sha256 = /[\da-f]{64}/.exec(key)?.[0]
  if (!sha256) return undefined
  const version = Number(/-v(\d+)\./.exec(key)?.[1])
  const keys = [
    originalKey(sha256),
    evidenceKey(sha256),
    ...previewSides.map((side) => previewKey(sha256, side, version)),
  ]
  return keys.includes(key) ? sha256 : undefined
}

/** The hash that the key of an original is made of; undefined with another key. */
export function sha256OfOriginal(key: string): string | undefined {
  const sha256 = sha256OfKey(key)
  return sha256 && key === originalKey(sha256) ? sha256 : undefined
}

/** Of the pictures that shared links show. */
export const coversPrefix = 'covers/'
export const derivativesPrefix = 'copies/'
/** Derivatives are keyed by image, not by content hash, because title and contributor are embedded in their XMP. */
export const derivativesFolder = (cloudflare_id: string) => `${derivativesPrefix}${cloudflare_id}/`
export const derivativeKey = (cloudflare_id: string, fileName: string) => derivativesFolder(cloudflare_id) + fileName

/** The id of the image that a derivative belongs to; undefined with another key. */
export function derivativeOwner(key: string): string | undefined {
  const [, id, fileName] = key.split('/')
  return id && fileName && derivativeKey(id, fileName) === key ? id : undefined
}
