import { titlesFromFileNames } from '@vitrine/contract/uploading/file-title'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { previewUrl } from '#image-card/image-src.ts'
import type { FileInspection } from '../inspection/inspect-file.ts'
import type { StoredList } from '../storage/upload-database.ts'
import { findInList } from './duplicate.ts'
import type { Metadata, Upload, UploadState } from './upload.ts'

type Ids = ReadonlySet<number>

export const idsOf = (uploads: Upload[]): Ids => new Set(uploads.map(({ id }) => id))

export const withState = (uploads: Upload[], ids: Ids, state: UploadState): Upload[] =>
  uploads.map((upload) => (ids.has(upload.id) ? { ...upload, ...state } : upload))

export const withEdits = (uploads: Upload[], ids: Ids, editsOf: (upload: Upload) => Partial<Metadata>): Upload[] =>
  uploads.map((upload) => {
    if (!ids.has(upload.id)) return upload
    const edited = { ...upload, edits: { ...upload.edits, ...editsOf(upload) } }
    return edited.state === 'present' ? { ...edited, areWordsSaved: false } : edited
  })

/** The uploads that an earlier tab stored; of those that have arrived only the name is left. */
export const restoredUploads = ({ uploads, files }: StoredList): Upload[] => {
  const fileById = new Map(files.map((stored) => [stored.id, stored]))
  return uploads.flatMap(({ id, edits, arrived }): Upload[] => {
    if (arrived) {
      const { name, image } = arrived
      return [{ id, edits, file: new File([], name), thumbnail: previewUrl(image, 320), state: 'success', image }]
    }
    const stored = fileById.get(id)
    return stored ? [{ ...stored, edits, state: 'ready' }] : []
  })
}

/** A number at the end of a name is part of the title unless other files have its stem, so a new file may change it. */
export function withFileTitles(uploads: Upload[]): Upload[] {
  const titles = titlesFromFileNames(uploads.map(({ file }) => file.name))
  return uploads.map((upload, index) =>
    upload.fileTitle === titles[index] ? upload : { ...upload, fileTitle: titles[index] },
  )
}

/** Sets the sent share of each file of a batch, as far as it is still being sent. */
export function withProgress(uploads: Upload[], batch: Upload[], shares: number[]): Upload[] {
  const shareById = new Map(batch.map(({ id }, index) => [id, shares[index]!]))
  return uploads.map((upload) => {
    const sent = shareById.get(upload.id)
    return upload.state === 'loading' && sent !== undefined ? { ...upload, sent } : upload
  })
}

/** Adds the result of an inspection: a refused file fails, an identical file is held back. */
export function withInspection(uploads: Upload[], id: number, inspection: FileInspection): Upload[] {
  const identical = findIdentical(uploads, inspection)
  return uploads.map((upload): Upload => {
    if (upload.id !== id) return upload
    const inspected: Upload = { ...upload, inspection, thumbnail: thumbnailUrl(inspection) }
    if (inspection.refusal) return { ...inspected, state: 'error', reason: inspection.refusal, canRetry: false }
    if (identical) return { ...inspected, state: 'duplicate', sameAs: identical.file.name }
    return { ...inspected, duplicate: findInList(uploads, inspected) }
  })
}

const findIdentical = (uploads: Upload[], { sha256 }: FileInspection) =>
  sha256 ? uploads.find((upload) => upload.state !== 'duplicate' && hashesOf(upload).includes(sha256)) : undefined

/** A mended picture counts as the same file as its original too, so that the two are not both sent. */
const hashesOf = ({ inspection, original }: Upload) => [inspection?.sha256, original?.inspection.sha256]

/** Removes uploads except those being sent; the first identical file that was held back takes a removed one's place. */
export function withoutUploads(uploads: Upload[], ids: Ids): { uploads: Upload[]; removed: Upload[] } {
  const removed = uploads.filter(({ id, state }) => ids.has(id) && state !== 'loading')
  const remaining = uploads.filter((upload) => !removed.includes(upload))
  const promoted = removed.flatMap((upload) => findHeldBack(remaining, upload) ?? [])
  const next = withState(remaining, idsOf(promoted), { state: 'ready' })
  return {
    removed,
    uploads: next.map((upload) =>
      upload.duplicate?.where === 'list' && ids.has(upload.duplicate.id)
        ? { ...upload, duplicate: findInList(next, upload) }
        : upload,
    ),
  }
}

function findHeldBack(uploads: Upload[], removed: Upload): Upload | undefined {
  if (removed.state === 'duplicate') return undefined
  const hashes = hashesOf(removed)
  return uploads.find(({ state, inspection }) => state === 'duplicate' && hashes.includes(inspection?.sha256))
}

/** Puts removed uploads back in their original order, with new thumbnail URLs. */
export function withRestored(uploads: Upload[], removed: Upload[]): Upload[] {
  const restored = removed.map((upload) => ({ ...upload, thumbnail: thumbnailUrl(upload.inspection) }))
  return [...uploads, ...restored].sort((a, b) => a.id - b.id)
}

const thumbnailUrl = (inspection: FileInspection | undefined) =>
  inspection?.thumbnail && URL.createObjectURL(inspection.thumbnail)

/** Whether a mended picture is offered that the person has not taken yet. */
export const isMendable = ({ state, inspection, original }: Upload) =>
  state === 'ready' && !original && inspection?.mended !== undefined

/** Whether the person may still go back to the file that they chose. */
export const isRestorable = ({ state, original }: Upload) =>
  original !== undefined && state !== 'loading' && state !== 'success'

/** Puts the mended files in place of the chosen ones; they have not been inspected. */
export const withMended = (uploads: Upload[], ids: ReadonlySet<number>): Upload[] =>
  uploads.map((upload): Upload => {
    const { id, file, fileTitle, thumbnail, edits, inspection, duplicate } = upload
    if (!ids.has(id) || !isMendable(upload)) return upload
    const { lastModified } = file
    const mended = new File([inspection!.mended!.bytes], file.name, { type: originalFormat.mime, lastModified })
    const original = { file, inspection: inspection!, duplicate }
    return { id, file: mended, fileTitle, edits, original, state: 'ready', ...(thumbnail && { thumbnail }) }
  })

/** Puts the chosen files back with what was known of them. */
export const withOriginals = (uploads: Upload[], ids: ReadonlySet<number>): Upload[] =>
  uploads.map((upload): Upload => {
    const { id, fileTitle, edits, original } = upload
    if (!original || !ids.has(id) || !isRestorable(upload)) return upload
    return { ...original, id, fileTitle, edits, thumbnail: thumbnailUrl(original.inspection), state: 'ready' }
  })
