import { useSyncExternalStore } from 'react'

/** A value that outlives the page it is shown on. */
export function createStore<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStoreValue = <T>({ listen, read }: ReturnType<typeof createStore<T>>): T =>
  useSyncExternalStore(listen, read, read)
