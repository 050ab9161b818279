import type { uploads } from '@vitrine/contract/calls/uploads'
import type { Reply } from '@vitrine/contract/endpoint'
import { titleFromFileName } from '@vitrine/contract/file-title'
import { type ImageFieldName, mapImageFields } from '@vitrine/contract/image-fields'
import { normalizeKeywords } from '@vitrine/contract/keywords'
import type { FileInspection } from '../inspection/inspect-file.ts'
import type { Duplicate } from './duplicate.ts'

export type UploadedImage = Reply<typeof uploads.upload>['images'][number]

/** Metadata as the form holds it: keywords in one line, separated by commas; a category by its value, or ''. */
export type Metadata = Record<ImageFieldName, string>

/**
 * One chosen file. On its way it is loading, then success (with its image) or error
 * (requirements: #upload-states); before that it is
 * ready, or stays behind: the same file is on the list already.
 */
export type Upload = {
  id: number
  file: File
  /** Missing until it was looked at. */
  inspection?: FileInspection
  /** Address of the small copy. */
  thumbnail?: string
  /** What was typed; the file itself is asked for the rest. */
  edits: Partial<Metadata>
  /** What it seems to be a second time. */
  duplicate?: Duplicate | undefined
} & UploadState

export type UploadState =
  | { state: 'ready' }
  | { state: 'twice'; sameAs: string }
  /** `sent`: the share of its bytes that has left this machine. */
  | { state: 'loading'; sent: number }
  | { state: 'success'; image: UploadedImage }
  /** `again`: the file itself is not at fault, or it can be helped by other words. */
  | { state: 'error'; reason: string; canRetry: boolean }

/** What the fields show: what was typed, else what stands in the file, else what its name says. */
export function metadataOf({ file, inspection, edits }: Upload): Metadata {
  const { embedded } = inspection ?? {}
  const defaults: Partial<Metadata> = {
    ...embedded,
    title: embedded?.title || titleFromFileName(file.name),
    keywords: embedded?.keywords.join(', '),
  }
  return mapImageFields((name) => edits[name] ?? defaults[name] ?? '')
}

/** What is sent. A title that is only the file's name is left to the server: it may find a better one in the file. */
export function metadataToSend(upload: Upload): Metadata {
  const metadata = metadataOf(upload)
  const isFileName = metadata.title === titleFromFileName(upload.file.name)
  const cleaned = mapImageFields((name, { kind }) =>
    kind === 'keywords' ? parseKeywords(metadata[name]).join(', ') : withoutControlCharacters(metadata[name]),
  )
  return { ...cleaned, title: isFileName ? '' : cleaned.title }
}

/** Without what can be pasted into a field and not be stored. */
const withoutControlCharacters = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()

export const parseKeywords = (line: string): string[] => normalizeKeywords(line.split(','))

/** Those that wait for 'Upload', and those that failed and may be sent again. */
export const isReady = (one: Upload) => one.state === 'ready'
export const canRetry = (one: Upload) => one.state === 'error' && one.canRetry
/** Its words can still be changed. */
export const isEditable = (one: Upload) => isReady(one) || canRetry(one)
