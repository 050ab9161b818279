/**
 * A value in local storage, which all tabs share. Where the browser refuses storage it lives as long as the page.
 * `parse` gets null where nothing is stored; `format` writes what it reads.
 */
export function storedValue<T>(
  key: string,
  parse: (text: string | null) => T,
  format: (value: T) => string = JSON.stringify,
) {
  /** What the browser refused to store. */
  let unstored: string | null | undefined
  let cached: { text: string | null; value: T } | undefined
  const subscribers = new Set<() => void>()

  const readText = () => {
    if (unstored !== undefined) return unstored
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const write = (text: string | null) => {
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      unstored = undefined
    } catch {
      unstored = text
    }
    for (const listener of subscribers) listener()
  }

  return {
    /** Returns the same object until something is stored, as useSyncExternalStore requires. */
    read(): T {
      const text = readText()
      if (!cached || text !== cached.text) cached = { text, value: parse(text) }
      return cached.value
    },
    store: (value: T) => write(format(value)),
    clear: () => write(null),
    subscribe(listener: () => void) {
      subscribers.add(listener)
      for (const event of externalEvents) addEventListener(event, listener)
      return () => {
        subscribers.delete(listener)
        for (const event of externalEvents) removeEventListener(event, listener)
      }
    },
  }
}

/** Another tab stored a value, or the page returns from the back/forward cache, which misses storage events. */
const externalEvents = ['storage', 'pageshow'] as const
