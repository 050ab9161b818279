import { isUnsent, type Upload } from '../model/upload.ts'
import type { UploadList } from '../model/upload-list.ts'
import { openUploadDatabase, type StoredUpload, type UploadChanges } from './upload-database.ts'

/** Debounce in ms: each keystroke is a change. */
const delayMs = 150

/**
 * Restores what an earlier tab of this account left on its list, and stores each change of this one (requirements:
 * #upload-survives). Of several tabs the first stores its list; when that is closed, the next takes over what it left.
 * Returns whether closing this tab would lose nothing that was chosen or typed.
 */
export function keepStored(username: string, list: UploadList): () => boolean {
  let stored: Upload[] = []
  let last = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const unstoredChanges = () => changesBetween(stored, storableUploads(list.getSnapshot().uploads))

  async function start() {
    const database = await openUploadDatabase(username)
    stored = list.restore(await database.read())
    const save = async () => {
      const wanted = storableUploads(list.getSnapshot().uploads)
      const changes = changesBetween(stored, wanted)
      if (!changes) return
      await database.write(changes)
      stored = wanted
    }
    const saveNow = () => {
      clearTimeout(timer)
      timer = undefined
      last = last.then(save).then(
        () => list.setUnstored(false),
        () => list.setUnstored(true),
      )
    }
    list.watch(() => {
      timer ??= setTimeout(saveNow, delayMs)
    })
    addEventListener('pagehide', saveNow)
    saveNow()
    // The lock is held as long as this tab is open.
    await new Promise(() => {})
  }

  const fail = () => list.setUnstored(true)
  // Web Locks exist on pages with HTTPS only.
  if (navigator.locks) navigator.locks.request(`upload-list/${username}`, start).catch(fail)
  else start().catch(fail)
  return () => unstoredChanges() === null
}

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
