import { createResponseCache } from '#kit/pages/response-cache'

/** A cache of pages that admits all renderings at once. */
export const createUnlimitedCache = (maxBytes: number, maxAge: () => number) =>
  createResponseCache(
    maxBytes,
    maxAge,
    { isRunning: false },
    { isInside: () => true, run: (work) => work(), assertCapacity: () => {} },
  )
