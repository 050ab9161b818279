import * as limits from './vocabulary/limits.ts'

/** Proxies such as Cloudflare refuse more than 100 MB, and slow connections could not send more in 15 minutes. */
const maxBatchBytes = 90_000_000

/** The first requests take at most `first` files each: they are answered sooner. */
export function splitIntoBatches<Item>(
  items: Item[],
  bytesOf: (item: Item) => number,
  first: readonly number[] = [],
): Item[][] {
  const batches: Item[][] = []
  let bytes = Infinity
  for (const item of items) {
    const last = batches.at(-1)
    bytes += bytesOf(item)
    const most = first[batches.length - 1] ?? limits.uploadBatch
    if (last && last.length < most && bytes <= maxBatchBytes) last.push(item)
    else {
      batches.push([item])
      bytes = bytesOf(item)
    }
  }
  return batches
}
