/** Many programs write UTF-8, which Latin-1 hardly ever is, or UTF-16; what they call Latin-1 is Windows-1252. */
export function decodeText(bytes: Uint8Array, isUtf8 = false): string {
  const utf16 = utf16Label(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By its byte order mark, else by zeros in every other byte, as Latin letters have them in UTF-16. */
export function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (!bytes.includes(0)) return null
  const zeros = [0, 1].map((odd) => bytes.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  if (Math.min(...zeros) > 0 || Math.max(...zeros) * 4 < bytes.length) return null
  return zeros[1] ? 'utf-16le' : 'utf-16be'
}
