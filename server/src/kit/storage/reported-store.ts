import { fail } from '#kit/api-error'
import type { Availability } from '#kit/availability'
import { isDiskFull } from './disk-space.ts'
import type { Store } from './store.ts'

/**
 * A disk store that rejects with `unavailable`, as a bucket does, when files cannot be stored since the file system is
 * away, read-only or broken. A full disk has an answer of its own.
 */
export function reportedStore(store: Store, availability: Availability): Store {
  const reported =
    <Args extends unknown[], T>(run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        const result = await run(...args)
        availability.up()
        return result
      } catch (error) {
        if (isDiskFull(error)) throw error
        availability.down(error)
        throw fail('unavailable', { cause: error, isReported: true })
      }
    }
  return { ...store, createWorkspace: reported(store.createWorkspace), put: reported(store.put) }
}
