import type { Metadata, Upload, UploadedImage } from '../model/upload.ts'

/** What is stored of a chosen file, besides its bytes. */
export interface StoredUpload {
  id: number
  edits: Partial<Metadata>
  /** Of a file that has arrived; its bytes are not stored any more. */
  arrived?: { name: string; image: UploadedImage }
}

/** The bytes are a record of their own, written once: a browser may copy a file at each change of its record. */
export interface StoredFile {
  id: number
  file: File
  original?: Upload['original']
}

export interface StoredList {
  uploads: StoredUpload[]
  files: StoredFile[]
}

export interface UploadChanges extends StoredList {
  /** Uploads that have left the list. */
  removedIds: number[]
  /** Files that are not needed any more. */
  removedFileIds: number[]
}

type StoreName = 'uploads' | 'files'

/** The upload lists of this browser in IndexedDB, by username; rejects where there is no database. */
export async function openUploadDatabase(username: string) {
  const database = await openIndexedDatabase('upload-list', { uploads: {}, files: {} })
  const key = (id: number) => [username, id]

  return {
    async read(): Promise<StoredList> {
      const transaction = database.transaction(['uploads', 'files'])
      // Arrays come after all numbers, so these bounds hold every ID of the account.
      const ofAccount = IDBKeyRange.bound([username], [username, []])
      const all = (name: StoreName) => resultOf(transaction.objectStore(name).getAll(ofAccount))
      const [uploads, files] = await Promise.all([all('uploads'), all('files')])
      return { uploads, files }
    },

    /** Writes all of it or nothing; rejects where the browser has no room. */
    write({ uploads, files, removedIds, removedFileIds }: UploadChanges): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const transaction = database.transaction(['uploads', 'files'], 'readwrite')
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      const stores = { uploads: transaction.objectStore('uploads'), files: transaction.objectStore('files') }
      for (const upload of uploads) stores.uploads.put(upload, key(upload.id))
      for (const file of files) stores.files.put(file, key(file.id))
      for (const id of removedIds) stores.uploads.delete(key(id))
      for (const id of removedFileIds) stores.files.delete(key(id))
      return promise
    },
  }
}

/** Opens the first version of an IndexedDB database with these stores; rejects where the browser keeps none. */
function openIndexedDatabase(name: string, stores: Record<string, IDBObjectStoreParameters>): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const [store, parameters] of Object.entries(stores)) request.result.createObjectStore(store, parameters)
  }
  return resultOf(request)
}

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
