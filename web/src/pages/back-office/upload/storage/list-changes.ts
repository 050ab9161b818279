import { isUnsent, type Upload } from '../model/upload.ts'
import type { StoredUpload, UploadChanges } from './upload-database.ts'

/** The uploads to store: none once nothing on the list is left to send. */
export function storableUploads(uploads: Upload[]): Upload[] {
  const isLeft = (upload: Upload) => isUnsent(upload) || upload.state === 'loading'
  return uploads.some(isLeft) ? uploads.filter((upload) => isLeft(upload) || upload.state !== 'error') : []
}

/** What has to be written where `before` is stored and `after` should be; null where that is the same. */
export function changesBetween(before: Upload[], after: Upload[]): UploadChanges | null {
  const stored = new Map(before.map((upload) => [upload.id, upload]))
  const ids = new Set(after.map(({ id }) => id))
  const removedIds = before.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
  const changed = after.filter((upload) => {
    const old = stored.get(upload.id)
    return !old || old.edits !== upload.edits || isSent(old) !== isSent(upload)
  })
  const newFiles = after.filter((upload) => !isSent(upload) && stored.get(upload.id)?.file !== upload.file)
  const sentIds = changed.filter(isSent).map(({ id }) => id)
  if (removedIds.length + changed.length + newFiles.length === 0) return null
  return {
    uploads: changed.map(storedUpload),
    files: newFiles.map(({ id, file, original }) => ({ id, file, ...(original && { original }) })),
    removedIds,
    removedFileIds: [...removedIds, ...sentIds],
  }
}

function storedUpload(upload: Upload): StoredUpload {
  const { id, edits, file } = upload
  return upload.state === 'success' ? { id, edits, arrived: { name: file.name, image: upload.image } } : { id, edits }
}

const isSent = ({ state }: Upload) => state === 'success'
