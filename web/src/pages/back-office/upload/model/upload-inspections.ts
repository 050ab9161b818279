import type { FileInspection } from '../inspection/inspect-file.ts'
import { withDuplicate } from './duplicate.ts'
import type { Duplicate, Upload } from './upload.ts'
import { withInspection } from './upload-changes.ts'
import type { UploadStore } from './upload-store.ts'

export interface InspectionOptions {
  store: UploadStore
  /** Inspects a file, unless it is not wanted any more when its turn comes. */
  inspect: (file: File, isWanted: () => boolean) => Promise<FileInspection>
  /** The image that is the same as or similar to this file; undefined where that cannot be found out. */
  findInLibrary: (inspection: FileInspection) => Promise<Duplicate | undefined>
  /** Called when a file has been inspected, which may have refused it. */
  onInspected: () => void
}

/** Inspects the files of an upload list and searches the library for them. */
export function createUploadInspections({ store, inspect, findInLibrary, onInspected }: InspectionOptions) {
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
