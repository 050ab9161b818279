import type { FileInspection } from '../inspection/inspect-file.ts'
import { createUploadSender, type SendBatch } from '../sending/upload-sender.ts'
import { isMendable, withMended, withOriginals } from './mended-uploads.ts'
import { canRetry, type Duplicate, isReady, type Metadata, type Upload } from './upload.ts'
import { idsOf, withEdits, withInspection, withoutUploads, withRestored } from './upload-changes.ts'
import { createUploadStore } from './upload-store.ts'

interface UploadListOptions {
  /** Inspects a file, unless it is not wanted any more when its turn comes. */
  inspect: (file: File, isWanted: () => boolean) => Promise<FileInspection>
  /** The person's image that is the same as or similar to this file; undefined where that cannot be found out. */
  findInLibrary: (inspection: FileInspection) => Promise<Duplicate | undefined>
  send: SendBatch
  /** Called when nothing is being sent any more, with the number of new images. */
  onEnd: (arrived: number) => void
  /** Called when no further file is taken for now, with the sentence that says why. */
  onHalt: (reason: string) => void
}

export type UploadList = ReturnType<typeof createUploadList>

let nextId = 1

/** The files that a person has chosen, and the state of each; it outlives the page, which may be left and reopened. */
export function createUploadList({ inspect, findInLibrary, send, onEnd, onHalt }: UploadListOptions) {
  const store = createUploadStore()
  const inspections = new Map<number, Promise<void>>()
  const sender = createUploadSender({ store, send, whenInspected: (id) => inspections.get(id), onEnd, onHalt })
  const uploads = () => store.getSnapshot().uploads
  const current = (id: number) => uploads().find((upload) => upload.id === id)

  async function inspectUpload({ id, file }: Upload) {
    // Another file may have been put in its place meanwhile.
    const isWanted = () => current(id)?.file === file
    const inspection = await inspect(file, isWanted)
    if (!isWanted()) return
    const { thumbnail } = current(id)!
    store.setSoon(withInspection(uploads(), id, inspection))
    if (thumbnail) URL.revokeObjectURL(thumbnail)
    sender.notifyEnd()
    const { state } = current(id)!
    // Not awaited: the file may be sent before the library has answered.
    if (state === 'ready' || state === 'loading') void searchLibrary(id, inspection)
  }

  function startInspection(upload: Upload) {
    const inspection = inspectUpload(upload).finally(() => {
      if (inspections.get(upload.id) === inspection) inspections.delete(upload.id)
    })
    inspections.set(upload.id, inspection)
  }

  async function searchLibrary(id: number, inspection: FileInspection) {
    const duplicate = await findInLibrary(inspection)
    if (!duplicate) return
    const isMeant = (upload: Upload) => upload.id === id && upload.inspection === inspection
    store.setSoon(uploads().map((upload) => (isMeant(upload) ? { ...upload, duplicate } : upload)))
  }

  /** Returns how many of the files were on the list already. */
  function add(files: File[]): number {
    const known = new Set(uploads().map(({ file }) => fileIdentity(file)))
    const newFiles = files.filter((file) => !known.has(fileIdentity(file)))
    const added = newFiles.map((file): Upload => ({ id: nextId++, file, edits: {}, state: 'ready' }))
    store.set({ uploads: [...uploads(), ...added] })
    for (const upload of added) startInspection(upload)
    return files.length - newFiles.length
  }

  /** Returns a function that undoes the edits. */
  function editMany(ids: ReadonlySet<number>, editsOf: (upload: Upload) => Partial<Metadata>): () => void {
    const before = new Map(uploads().map(({ id, edits }) => [id, edits]))
    store.set({ uploads: withEdits(uploads(), ids, editsOf) })
    return () =>
      store.set({ uploads: uploads().map((upload) => ({ ...upload, edits: before.get(upload.id) ?? upload.edits })) })
  }

  /** Removes all of these that are not being sent; returns a function that puts them back. */
  function remove(ids: ReadonlySet<number>): () => void {
    const { uploads: remaining, removed } = withoutUploads(uploads(), ids)
    for (const { thumbnail } of removed) if (thumbnail) URL.revokeObjectURL(thumbnail)
    store.set({ uploads: remaining })
    return () => store.set({ uploads: withRestored(uploads(), removed) })
  }

  /** Puts mended pictures in place of the chosen files; returns a function that puts these back. */
  function mend(ids: ReadonlySet<number>): () => void {
    const mendable = idsOf(uploads().filter((upload) => ids.has(upload.id) && isMendable(upload)))
    store.set({ uploads: withMended(uploads(), mendable) })
    for (const id of mendable) startInspection(current(id)!)
    return () => restoreOriginals(mendable)
  }

  const restoreOriginals = (ids: ReadonlySet<number>) => store.set({ uploads: withOriginals(uploads(), ids) })

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    hasListeners: store.hasListeners,
    add,
    edit: (id: number, edits: Partial<Metadata>) => void editMany(new Set([id]), () => edits),
    editMany,
    remove,
    mend,
    restoreOriginals,
    /** Sends all that are ready. */
    upload: () => sender.start(uploads().filter(isReady)),
    /** Sends these again, or all failed ones that can be retried. */
    retry: (ids?: ReadonlySet<number>) =>
      sender.start(uploads().filter((upload) => canRetry(upload) && (!ids || ids.has(upload.id)))),
    stop: sender.stop,
    retryNow: sender.retryNow,
  }
}

/** Recognises a file that is dropped twice; the same bytes under another name are found by their hash. */
const fileIdentity = ({ name, size, lastModified }: File) => [name, size, lastModified].join('/')
