import type { Page } from '@playwright/test'

/** What the browser keeps in one store of an IndexedDB database, of all accounts. */
export const storedRows = <Row>(page: Page, database: string, store: string) =>
  page.evaluate(
    ([database, store]) =>
      new Promise<Row[]>((resolve) => {
        const opening = indexedDB.open(database)
        opening.onsuccess = () => {
          const reading = opening.result.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      }),
    [database, store] as const,
  )
