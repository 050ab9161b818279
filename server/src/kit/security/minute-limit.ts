/** Keys of one minute; further ones are refused. */
const maxKeys = 10_000

/** A limit of each minute, in the memory of this process, which forgets the keys with the minute. */
export function createMinuteLimit(perMinute: number) {
  let current = { minute: 0, counts: new Map<string, number>() }
  return {
    /** Counts one more of this key; false where it is too many for this minute. */
    tryConsume(key: string): boolean {
      const minute = Math.floor(Date.now() / 60_000)
      if (current.minute !== minute) current = { minute, counts: new Map() }
      const { counts } = current
      const count = counts.get(key) ?? 0
      if (count >= perMinute || (count === 0 && counts.size >= maxKeys)) return false
      counts.set(key, count + 1)
      return true
    },
  }
}
