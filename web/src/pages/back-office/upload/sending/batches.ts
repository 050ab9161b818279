import { limits } from '@vitrine/contract/vocabulary/limits'

/**
 * Size limit of one request in bytes: proxies such as Cloudflare refuse more than 100 MB, and a slow connection could
 * not send more within the server's timeout of 15 minutes.
 */
const maxBatchBytes = 90_000_000

/** Splits files into requests by count and size, in their order. */
export function splitIntoBatches<Sized extends { file: { size: number } }>(items: Sized[]): Sized[][] {
  const batches: Sized[][] = []
  let bytes = Infinity
  for (const item of items) {
    const last = batches.at(-1)
    bytes += item.file.size
    if (last && last.length < limits.uploadBatch && bytes <= maxBatchBytes) last.push(item)
    else {
      batches.push([item])
      bytes = item.file.size
    }
  }
  return batches
}
