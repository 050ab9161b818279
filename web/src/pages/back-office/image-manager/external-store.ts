import { useSyncExternalStore } from 'react'

/** A value that outlives the components that show it, for `useSyncExternalStore`. */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    getSnapshot: () => value,
    hasListeners: () => listeners.size > 0,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStoreValue = <T>({ subscribe, getSnapshot }: ReturnType<typeof createStore<T>>): T =>
  useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
