/** Opens the first version of an IndexedDB database with these stores; rejects where the browser keeps none. */
export function openIndexedDatabase(
  name: string,
  stores: Record<string, IDBObjectStoreParameters>,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const [store, parameters] of Object.entries(stores)) request.result.createObjectStore(store, parameters)
  }
  return resultOf(request)
}

export const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
