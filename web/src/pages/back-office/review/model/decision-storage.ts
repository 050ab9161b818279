import { openIndexedDatabase, resultOf } from '#ui/back-office/indexed-database.ts'
import type { StatusChange } from './decision-entry.ts'

/** A decision that the server has not confirmed yet, as IndexedDB holds it. */
export interface StoredDecision {
  id: number
  title: string
  /** Undefined where the server's answer to an earlier decision is not known. */
  version: number | undefined
  change: StatusChange
  /** What was sent about the image before, without an answer. */
  attempted: StatusChange | undefined
  /** The reviewer who decided. */
  username: string
  /** The document that sends it, as long as it is open. */
  document: string
}

const storeName = 'decisions'

/**
 * Decisions in IndexedDB, so that they survive a closed tab; without access to storage they live as long as their
 * document.
 */
export function decisionStorage(username: string) {
  const document = Math.random().toString(36).slice(2)
  let close = () => {}
  return {
    put: (decision: Omit<StoredDecision, 'username' | 'document'>) =>
      run('readwrite', (store) => store.put({ ...decision, username, document } satisfies StoredDecision)),
    remove: (id: number) => run('readwrite', (store) => store.delete([username, id])),
    /** Marks this document as open (insecure contexts have no locks), and returns what closed ones left. */
    async open(): Promise<StoredDecision[]> {
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      close = resolve
      void navigator.locks?.request(lockName(document), () => closed)
      const stored = (await run<StoredDecision[]>('readonly', (store) => store.getAll())) ?? []
      const { held = [] } = (await navigator.locks?.query()) ?? {}
      const open = new Set(held.map(({ name }) => name))
      return stored.filter((one) => one.username === username && !open.has(lockName(one.document)))
    },
    /** Lets other documents send what is left. */
    close: () => close(),
  }
}

const lockName = (document: string) => `review ${document}`

async function run<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>) {
  try {
    const database = await openDatabase()
    try {
      return await resultOf(request(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const openDatabase = () => openIndexedDatabase('review', { [storeName]: { keyPath: ['username', 'id'] } })
