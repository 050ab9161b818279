/** The same bytes in memory of their own: a short Buffer lies in a pool of 64 KiB, which it would keep alive. */
export function withoutSlack(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
