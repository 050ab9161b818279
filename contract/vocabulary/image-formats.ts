/** The image formats that are read or written anywhere: uploads, avatars, previews and derivatives. */
export const imageFormats = {
  png: { mime: 'image/png', extension: '.png' },
  jpeg: { mime: 'image/jpeg', extension: '.jpg' },
  webp: { mime: 'image/webp', extension: '.webp' },
} as const

export type ImageFormat = keyof typeof imageFormats

export const originalFormat = imageFormats.png
/** The format of the previews that pages show, and of avatars. */
export const previewFormat = imageFormats.webp

export const downloadFormats = ['png', 'webp'] as const satisfies ImageFormat[]
export type DownloadFormat = (typeof downloadFormats)[number]

/** The MIME type of a stored file by its extension; null for an extension of no known image format. */
export const mimeTypeOf = (fileName: string): string | null =>
  Object.values(imageFormats).find(({ extension }) => fileName.endsWith(extension))?.mime ?? null
