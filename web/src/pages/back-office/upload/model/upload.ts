import type { uploads } from '@vitrine/contract/calls/back-office/uploads'
import type { Reply } from '@vitrine/contract/endpoint'
import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import { keywordsIn } from '@vitrine/contract/keywords'
import type { Finding } from '@vitrine/contract/measures/findings'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { ImageResemblance } from '@vitrine/contract/schemas/resemblance'
import { titleFromFileName } from '@vitrine/contract/uploading/file-title'
import type { FileInspection } from '../inspection/inspect-file.ts'

export type UploadedImage = Reply<typeof uploads.upload>['images'][number]

/** Metadata as the form holds it: keywords in one line, separated by commas; a category by its value, or ''. */
export type Metadata = Record<ImageFieldName, string>

/** What is chosen for all files, and may be changed in each. */
export type UsualMetadata = Partial<Pick<Metadata, 'licence' | 'credit' | 'ai_made'>>

/** Another upload or an image of the library that shows the same as a chosen file. */
export type Duplicate = ImageResemblance & ({ where: 'list'; id: number; name: string } | LibraryDuplicate)

type LibraryDuplicate = {
  where: 'library'
  /** Missing where it is an unpublished image of someone else. */
  image?: { id: number; title: string; status: ImageStatus; isOwn: boolean; thumbnail: string; href: string }
}

/** A chosen file: ready or held back as a duplicate, then loading, success or error (requirements: #upload-states). */
export type Upload = {
  id: number
  file: File
  /** What the names of the files on the list suggest as its title. */
  fileTitle?: string | undefined
  /** Missing until the file was inspected. */
  inspection?: FileInspection
  /** Object URL of the thumbnail. */
  thumbnail?: string
  /** Typed metadata; the rest comes from the file. */
  edits: Partial<Metadata>
  /** What was chosen for all files at once. */
  usual?: UsualMetadata
  duplicate?: Duplicate | undefined
  /** The file that was chosen and what was known of it, while a mended one is to be sent in its place. */
  original?: { file: File; inspection: FileInspection; duplicate: Duplicate | undefined }
} & UploadState

export type UploadState =
  | { state: 'ready' }
  | { state: 'duplicate'; sameAs: string }
  /** The person has this very file in the library; `areWordsSaved`: what was typed here was given to that image. */
  | { state: 'present'; areWordsSaved: boolean }
  /** `sent`: the share of its bytes that was sent, 0 to 1. */
  | { state: 'loading'; sent: number }
  | { state: 'success'; image: UploadedImage }
  /** `canRetry`: the file itself was not refused, or other metadata may help. */
  | { state: 'error'; reason: string; canRetry: boolean }

/** The metadata shown: typed, else embedded in the file, else derived from its name; once sent, what is stored. */
export function metadataOf(upload: Upload): Metadata {
  const { inspection, edits, usual } = upload
  const { embedded } = inspection ?? {}
  const defaults: Partial<Metadata> = {
    ...embedded,
    ...usual,
    title: embedded?.title || fileTitleOf(upload),
    keywords: embedded?.keywords.join(', '),
  }
  const stored = upload.state === 'success' ? storedMetadata(upload.image) : {}
  return mapImageFields((name) => stored[name] ?? edits[name] ?? defaults[name] ?? '')
}

const storedMetadata = ({ title, keywords, category }: UploadedImage): Partial<Metadata> => ({
  title,
  keywords: keywords?.join(', '),
  category: category ?? '',
})

const fileTitleOf = ({ file, fileTitle }: Upload) => fileTitle ?? titleFromFileName(file.name)

/** What was found in the picture: by the server, and before that by the browser. */
export function findingsOf(upload: Upload): Finding[] {
  const byServer = upload.state === 'success' ? upload.image.findings : undefined
  return byServer ?? upload.inspection?.findings ?? []
}

/**
 * What was typed or chosen, a space for what was emptied; the server takes the rest from the file, of which it reads
 * more than the page does.
 */
export function metadataToSend({ edits, usual }: Upload): Metadata {
  const changed: Partial<Metadata> = { ...usual, ...edits }
  return mapImageFields((name, { kind }) => {
    const text = changed[name] ?? ''
    const sent = kind === 'keywords' ? keywordsIn(text).join(', ') : withoutControlCharacters(text)
    return sent || (edits[name] === undefined ? '' : ' ')
  })
}

/** Removes pasted control characters, which the server refuses. */
const withoutControlCharacters = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()

export const isReady = ({ state }: Upload) => state === 'ready'
export const canRetry = (upload: Upload) => upload.state === 'error' && upload.canRetry
/** Whether its metadata can still be changed. */
export const isEditable = (upload: Upload) => isUnsent(upload) || upload.state === 'present'
/** Whether it is still to be sent. */
export const isUnsent = (upload: Upload) => isReady(upload) || canRetry(upload)
