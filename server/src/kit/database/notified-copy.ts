import type { Notifications } from './notifications.ts'

/** Milliseconds that a copy is used while it may be outdated: without the LISTEN connection, or after a failed read. */
const unsureMs = 5_000

/** A copy in memory, read when it is first needed and after each notification; if that fails, the last one counts. */
export function createNotifiedCopy<T>(notifications: Notifications, topic: string, read: () => Promise<T>) {
  let copy: { value: Promise<T>; at: number; isOutdated: boolean } | undefined
  let last: { value: T } | undefined
  const drop = () => {
    copy = undefined
  }
  notifications.on(topic, drop)

  const isUsable = ({ at, isOutdated }: NonNullable<typeof copy>) =>
    (notifications.isListening() && !isOutdated) || performance.now() - at < unsureMs

  const readInto = async (entry: NonNullable<typeof copy>) => {
    try {
      const value = await read()
      if (copy === entry) last = { value }
      return value
    } catch (error) {
      entry.isOutdated = true
      if (last) return last.value
      if (copy === entry) drop()
      throw error
    }
  }

  return {
    /** Has it read again: for the process that made the change, whose own notification arrives a moment later. */
    drop,
    get(): Promise<T> {
      if (copy && isUsable(copy)) return copy.value
      const { promise, resolve } = Promise.withResolvers<T>()
      copy = { value: promise, at: performance.now(), isOutdated: false }
      resolve(readInto(copy))
      return promise
    },
  }
}
