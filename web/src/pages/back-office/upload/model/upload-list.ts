import type { FileInspection } from '../inspection/inspect-file.ts'
import { createUploadSender, type SendBatch } from '../sending/upload-sender.ts'
import type { StoredList } from '../storage/upload-database.ts'
import { withDuplicate } from './duplicate.ts'
import {
  canRetry,
  type Duplicate,
  isReady,
  isUnsent,
  type Metadata,
  type Upload,
  type UsualMetadata,
} from './upload.ts'
import {
  idsOf,
  isMendable,
  restoredUploads,
  withEdits,
  withFileTitles,
  withInspection,
  withMended,
  withOriginals,
  withoutUploads,
  withRestored,
  withState,
} from './upload-changes.ts'
import { createUploadStore, type UploadStore } from './upload-store.ts'

interface UploadListOptions {
  inspect: InspectionOptions['inspect']
  findInLibrary: InspectionOptions['findInLibrary']
  send: SendBatch
  /** Called when nothing is being sent any more, with the number of new images. */
  onEnd: (arrived: number) => void
  /** Called when no further file is taken for now, with the sentence that says why. */
  onHalt: (reason: string) => void
}

export type UploadList = ReturnType<typeof createUploadList>

/** IDs of a later tab are higher, so that restored uploads keep theirs. */
let nextId = Date.now()

/** The files that a person has chosen, and the state of each; it outlives the page, which may be left and reopened. */
export function createUploadList({ inspect, findInLibrary, send, onEnd, onHalt }: UploadListOptions) {
  const store = createUploadStore()
  const inspections = createUploadInspections({ store, inspect, findInLibrary, onInspected: () => sender.notifyEnd() })
  const sender = createUploadSender({ store, send, whenInspected: inspections.whenInspected, onEnd, onHalt })
  const uploads = () => store.getSnapshot().uploads
  const current = (id: number) => uploads().find((upload) => upload.id === id)

  /** Returns how many of the files were on the list already. */
  function add(files: File[]): number {
    const known = new Set(uploads().map(({ file }) => fileIdentity(file)))
    const newFiles = files.filter((file) => !known.has(fileIdentity(file)))
    const { usual } = store.getSnapshot()
    const added = newFiles.map((file): Upload => ({ id: nextId++, file, edits: {}, usual, state: 'ready' }))
    store.set({ uploads: withFileTitles([...uploads(), ...added]) })
    for (const upload of added) inspections.start(upload)
    return files.length - newFiles.length
  }

  /** Adds what an earlier tab left behind, before all else; returns it. */
  function restore(stored: StoredList): Upload[] {
    const { usual } = store.getSnapshot()
    const restored = restoredUploads(stored).map((upload) => ({ ...upload, usual }))
    const unsent = restored.filter(isReady)
    const leftOver = unsent.length ? { unsent: unsent.length, total: restored.length } : null
    store.set({ uploads: withFileTitles([...restored, ...uploads()]), leftOver })
    for (const upload of unsent) inspections.start(upload)
    return restored
  }

  /** Returns a function that undoes the edits. */
  function editMany(ids: ReadonlySet<number>, editsOf: (upload: Upload) => Partial<Metadata>): () => void {
    const before = new Map(uploads().map(({ id, edits }) => [id, edits]))
    store.set({ uploads: withEdits(uploads(), ids, editsOf) })
    return () =>
      store.set({ uploads: uploads().map((upload) => ({ ...upload, edits: before.get(upload.id) ?? upload.edits })) })
  }

  /** Removes all of these that are not being sent; `undo` puts them back. */
  function remove(ids: ReadonlySet<number>) {
    const { uploads: remaining, removed } = withoutUploads(uploads(), ids)
    for (const { thumbnail } of removed) if (thumbnail) URL.revokeObjectURL(thumbnail)
    store.set({ uploads: remaining })
    return { removedCount: removed.length, undo: () => store.set({ uploads: withRestored(uploads(), removed) }) }
  }

  /** Puts mended pictures in place of the chosen files; returns a function that puts these back. */
  function mend(ids: ReadonlySet<number>): () => void {
    const mendable = idsOf(uploads().filter((upload) => ids.has(upload.id) && isMendable(upload)))
    store.set({ uploads: withMended(uploads(), mendable) })
    for (const id of mendable) inspections.start(current(id)!)
    return () => restoreOriginals(mendable)
  }

  const restoreOriginals = (ids: ReadonlySet<number>) => store.set({ uploads: withOriginals(uploads(), ids) })

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    hasListeners: store.hasListeners,
    watch: store.watch,
    restore,
    dismissLeftOver: () => store.set({ leftOver: null }),
    setUnstored(isUnstored: boolean) {
      if (isUnstored !== store.getSnapshot().isUnstored) store.set({ isUnstored })
    },
    add,
    edit: (id: number, edits: Partial<Metadata>) => void editMany(new Set([id]), () => edits),
    editMany,
    /** For those that are on the list and those that come. */
    setUsual: (usual: UsualMetadata) =>
      store.set({ usual, uploads: uploads().map((upload) => (isUnsent(upload) ? { ...upload, usual } : upload)) }),
    remove,
    markWordsSaved: (id: number) =>
      store.set({ uploads: withState(uploads(), new Set([id]), { state: 'present', areWordsSaved: true }) }),
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

interface InspectionOptions {
  store: UploadStore
  /** Inspects a file, unless it is not wanted any more when its turn comes. */
  inspect: (file: File, isWanted: () => boolean) => Promise<FileInspection>
  /** The image that is the same as or similar to this file; undefined where that cannot be found out. */
  findInLibrary: (inspection: FileInspection) => Promise<Duplicate | undefined>
  /** Called when a file has been inspected, which may have refused it. */
  onInspected: () => void
}

/** Inspects the files of an upload list and searches the library for them. */
function createUploadInspections({ store, inspect, findInLibrary, onInspected }: InspectionOptions) {
  const inspections = new Map<number, Promise<void>>()
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
    onInspected()
    const { state } = current(id)!
    // Not awaited: the file may be sent before the library has answered.
    if (state === 'ready' || state === 'loading') void searchLibrary(id, inspection)
  }

  async function searchLibrary(id: number, inspection: FileInspection) {
    const duplicate = await findInLibrary(inspection)
    if (!duplicate) return
    const isMeant = (upload: Upload) => upload.id === id && upload.inspection === inspection
    store.setSoon(uploads().map((upload) => (isMeant(upload) ? withDuplicate(upload, duplicate) : upload)))
  }

  return {
    start(upload: Upload) {
      const inspection = inspectUpload(upload).finally(() => {
        if (inspections.get(upload.id) === inspection) inspections.delete(upload.id)
      })
      inspections.set(upload.id, inspection)
    },
    /** Resolves when the file has been inspected. */
    whenInspected: (id: number) => inspections.get(id),
  }
}
