/** A function that finds out its answer at the first call, for facts that stay while the process runs. */
export function once<T>(findOut: () => T): () => T {
  let found: { answer: T } | undefined
  return () => (found ??= { answer: findOut() }).answer
}
