/** Works through the items with so many at a time. The first error ends it, once the others that had begun are done. */
export async function forEachLimit<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = Iterator.from(items)
  let failed = false
  const lane = async () => {
    for (const item of waiting) {
      if (failed) return
      await work(item).catch((error) => {
        failed = true
        throw error
      })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane))
  for (const one of lanes) if (one.status === 'rejected') throw one.reason
}
