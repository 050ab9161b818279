/** The first entry with this tag in the first directory of a TIFF structure (TIFF 6.0, 2); null without one. */
export function exifEntry(exif: Uint8Array, tag: number) {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  try {
    const isLittleEndian = view.getUint32(0) === 0x49492a00
    if (!isLittleEndian && view.getUint32(0) !== 0x4d4d002a) return null
    const start = view.getUint32(4, isLittleEndian) + 2
    const end = start + 12 * view.getUint16(start - 2, isLittleEndian)
    for (let at = start; at < end; at += 12) {
      const offset = view.getUint32(at + 8, isLittleEndian)
      if (view.getUint16(at, isLittleEndian) !== tag) continue
      const [type, count] = [view.getUint16(at + 2, isLittleEndian), view.getUint32(at + 4, isLittleEndian)]
      const from = count > 4 ? offset : at + 8
      return { type, bytes: exif.subarray(from, from + count), value: view.getUint16(at + 8, isLittleEndian), count }
    }
  } catch {
    // An offset leads out of the structure: it has no such entry.
  }
  return null
}

const ORIENTATION = 0x0112
const SHORT = 3

/**
 * How browsers turn a picture with this eXIf chunk: 1 for not at all, 2 to 4 mirrored or upside down, 5 to 8 with its
 * sides exchanged (Exif 2.32, 4.6.4). As in Chromium only the first entry counts, and only one short.
 */
export function exifOrientation(exif: Uint8Array): number {
  const { type, count, value = 1 } = exifEntry(exif, ORIENTATION) ?? {}
  return type === SHORT && count === 1 && value >= 1 && value <= 8 ? value : 1
}

/** The sides of a picture as it is shown, and in it the first stored pixel and the steps to the next ones. */
export function shownLayout({ width, height }: { width: number; height: number }, orientation: number) {
  const isTransposed = orientation > 4
  const across = (isTransposed ? height : 1) * ([2, 3, 7, 8].includes(orientation) ? -1 : 1)
  const down = (isTransposed ? 1 : width) * ([3, 4, 6, 7].includes(orientation) ? -1 : 1)
  const origin = Math.max(0, (1 - width) * across) + Math.max(0, (1 - height) * down)
  return { ...(isTransposed ? { width: height, height: width } : { width, height }), origin, across, down }
}
