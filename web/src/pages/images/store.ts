import { useSyncExternalStore } from 'react'

/** A value that outlives the page it is shown on. */
export function store<T>(first: T) {
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

export const useStored = <T>({ listen, read }: ReturnType<typeof store<T>>): T =>
  useSyncExternalStore(listen, read, read)
