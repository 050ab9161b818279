import { crc32 } from 'node:zlib'

/** A file of an archive. */
export interface ZipEntry {
  name: string
  /** In bytes; the content must be as long. */
  size: number
  modified: Date
  /** Called when its turn comes. */
  read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * Writes a zip archive (APPNOTE 6.3.10) without holding more than a chunk (decision 0046). Its files are stored as they
 * are, with their checksums behind them (data descriptors), so that nothing is read twice. There is no ZIP64: a zip has
 * less than 4 GiB and 65,535 files. A file of another length than announced throws, so that no archive looks whole and
 * is not.
 */
export async function* zipArchive(entries: ZipEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    yield Buffer.concat([localHeader(entry, name), name])
    const checksum = yield* contentOf(entry)
    yield dataDescriptor(entry, checksum)
    directory.push(directoryHeader(entry, name, checksum, offset), name)
    offset += sizeInArchive(entry, name)
  }
  const directoryBytes = Buffer.concat(directory)
  yield Buffer.concat([directoryBytes, endOfDirectory(entries.length, directoryBytes.length, offset)])
}

/** The exact number of bytes that `zipArchive` yields. */
export function zipArchiveSize(entries: ZipEntry[]): number {
  const sizes = entries.map((entry) => {
    const name = Buffer.from(entry.name)
    return sizeInArchive(entry, name) + DIRECTORY_HEADER + name.length
  })
  return sizes.reduce((sum, size) => sum + size, END_OF_DIRECTORY)
}

/** Bytes of each structure without its name. */
const [LOCAL_HEADER, DATA_DESCRIPTOR, DIRECTORY_HEADER, END_OF_DIRECTORY] = [30, 16, 46, 22]

const sizeInArchive = ({ size }: ZipEntry, name: Buffer) => LOCAL_HEADER + name.length + size + DATA_DESCRIPTOR

/** Returns its CRC-32. */
async function* contentOf({ name, size, read }: ZipEntry): AsyncGenerator<Uint8Array, number> {
  let [checksum, bytes] = [0, 0]
  for await (const chunk of read()) {
    checksum = crc32(chunk, checksum)
    bytes += chunk.length
    if (bytes > size) break
    yield chunk
  }
  if (bytes !== size) throw new Error(`${name} does not have the ${size} bytes that were announced.`)
  return checksum
}

function localHeader({ modified }: ZipEntry, name: Buffer): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt32LE(dosTime(modified), 10)
  header.writeUInt16LE(name.length, 26)
  return header
}

function dataDescriptor({ size }: ZipEntry, checksum: number): Buffer {
  const descriptor = Buffer.alloc(DATA_DESCRIPTOR)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(checksum, 4)
  descriptor.writeUInt32LE(size, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function directoryHeader({ size, modified }: ZipEntry, name: Buffer, checksum: number, offset: number): Buffer {
  const header = Buffer.alloc(DIRECTORY_HEADER)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(MADE_ON_UNIX | VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt32LE(dosTime(modified), 12)
  header.writeUInt32LE(checksum, 16)
  header.writeUInt32LE(size, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(PERMISSIONS, 38)
  header.writeUInt32LE(offset, 42)
  return header
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(END_OF_DIRECTORY)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** Version 2.0 of the format; the flags say that a data descriptor follows, and that names are UTF-8. */
const VERSION = 20
const FLAGS = (1 << 3) | (1 << 11)
const MADE_ON_UNIX = 3 << 8
/** A file that its owner may write and all may read (`0100644`), in the upper half of the external attributes. */
const PERMISSIONS = 0o100644 * 2 ** 16

/** Date in the upper, time in the lower half, in UTC: two seconds are one, and years begin with 1980. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 2 ** 16 + time
}
