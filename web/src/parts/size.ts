/** A file's size as people read it: B below 1 KB, then KB and MB with two decimals, 1 KB = 1024 B. Spec section 9. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  // Rounding must not give 1024.00 KB.
  return kilobytes < 1023.995 ? `${kilobytes.toFixed(2)} KB` : `${(kilobytes / 1024).toFixed(2)} MB`
}
