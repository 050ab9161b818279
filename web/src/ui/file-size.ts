/** A readable file size: B below 1 KB, then KB and MB, two decimals, 1 KB = 1024 B (requirements: #size-display). */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  // Rounding must not give 1024.00 KB.
  return kilobytes < 1023.995 ? `${kilobytes.toFixed(2)} KB` : `${(kilobytes / 1024).toFixed(2)} MB`
}
