import { storedValue } from '#api/stored-value.ts'

/** A list of the person's own, in this browser; entries of another shape are dropped. */
export const savedList = <T>(key: string, isEntry: (entry: Partial<T>) => boolean) =>
  storedValue<T[]>(key, (text) => {
    try {
      const entries: unknown = JSON.parse(text ?? '[]')
      return Array.isArray(entries) ? entries.filter((entry) => entry && isEntry(entry)) : []
    } catch {
      return []
    }
  })
