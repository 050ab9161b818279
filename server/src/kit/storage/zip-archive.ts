import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  /** In bytes; the content must be as long. */
  size: number
  modified: Date
  /** Called when its turn comes. */
  read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * Writes a zip archive (APPNOTE 6.3.10) without holding more than a chunk and the directory (decision 0046). Its files
 * are stored as they are, with their checksums behind them (data descriptors), so that nothing is read twice. A file
 * has less than 4 GiB; ZIP64 is written where the archive has more, or more than 65,534 files. A file of another length
 * than announced throws, so that no archive looks whole and is not.
 */
export async function* zipArchive(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let [count, offset] = [0, 0]
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    yield Buffer.concat([localHeader(entry, name), name])
    const checksum = yield* contentOf(entry)
    yield dataDescriptor(entry, checksum)
    directory.push(directoryEntry(entry, name, checksum, offset))
    count++
    offset += sizeInArchive(entry, name)
  }
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield endOfDirectory(count, size, offset)
}

/** The exact number of bytes that `zipArchive` yields without ZIP64. */
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

function directoryEntry({ size, modified }: ZipEntry, name: Buffer, checksum: number, offset: number): Buffer {
  const header = Buffer.alloc(DIRECTORY_HEADER)
  const largeOffset = offset < MAX_32 ? Buffer.alloc(0) : zip64Offset(offset)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(MADE_ON_UNIX | VERSION, 4)
  header.writeUInt16LE(largeOffset.length ? ZIP64_VERSION : VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt32LE(dosTime(modified), 12)
  header.writeUInt32LE(checksum, 16)
  header.writeUInt32LE(size, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(largeOffset.length, 30)
  header.writeUInt32LE(PERMISSIONS, 38)
  header.writeUInt32LE(Math.min(offset, MAX_32), 42)
  return Buffer.concat([header, name, largeOffset])
}

/** The extra field of an offset that 32 bits cannot hold. */
function zip64Offset(offset: number): Buffer {
  const field = Buffer.alloc(12)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8, 2)
  field.writeBigUInt64LE(BigInt(offset), 4)
  return field
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(END_OF_DIRECTORY)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, MAX_16), 8)
  end.writeUInt16LE(Math.min(entries, MAX_16), 10)
  end.writeUInt32LE(Math.min(size, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  const isLarge = entries >= MAX_16 || size >= MAX_32 || offset >= MAX_32
  return isLarge ? Buffer.concat([zip64End(entries, size, offset), end]) : end
}

/** The end of a directory that 32 bits cannot hold, and where it is. */
function zip64End(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(76)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(MADE_ON_UNIX | ZIP64_VERSION, 12)
  end.writeUInt16LE(ZIP64_VERSION, 14)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(offset + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}

/** What says that a number of the directory or its end is in its ZIP64 part. */
const [MAX_16, MAX_32] = [0xff_ff, 0xff_ff_ff_ff]
/** Version 2.0 of the format; the flags say that a data descriptor follows, and that names are UTF-8. */
const VERSION = 20
const ZIP64_VERSION = 45
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
