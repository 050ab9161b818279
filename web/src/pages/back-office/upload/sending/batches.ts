import { limits } from '@vitrine/contract/vocabulary/limits'

/**
 * Bytes of one request: proxies refuse more than 100 MB (Cloudflare does), and what a slow line cannot send within the
 * server's 15 minutes would never arrive.
 */
const maxBatchBytes = 90_000_000

/** As many as one request takes, in their order. */
export function splitIntoBatches<Sized extends { file: { size: number } }>(all: Sized[]): Sized[][] {
  const batches: Sized[][] = []
  let bytes = Infinity
  for (const one of all) {
    const last = batches.at(-1)
    bytes += one.file.size
    if (last && last.length < limits.uploadBatch && bytes <= maxBatchBytes) last.push(one)
    else {
      batches.push([one])
      bytes = one.file.size
    }
  }
  return batches
}
