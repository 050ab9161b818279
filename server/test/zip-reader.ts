import { crc32 } from 'node:zlib'

/** The files of a zip archive by name; throws where directory and headers disagree, or a checksum is wrong. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22
  expectSignature(archive, end, 'PK\x05\x06')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expectSignature(archive, at, 'PK\x01\x02')
    const [checksum, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field)) as Triple
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))
    const content = contentAt(archive, archive.readUInt32LE(at + 42), name, size)
    if (packed !== size || crc32(content) !== checksum) throw new Error(`${name} is damaged`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, content)
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + archive.readUInt16LE(at + field), 0)
  }
  if (at !== end) throw new Error('The central directory has another length')
  return files
}

type Triple = [number, number, number]

/** The stored content behind the local header, whose data descriptor must follow it. */
function contentAt(archive: Buffer, header: number, name: string, size: number): Buffer {
  expectSignature(archive, header, 'PK\x03\x04')
  const nameEnd = header + 30 + archive.readUInt16LE(header + 26)
  if (archive.toString('utf8', header + 30, nameEnd) !== name) throw new Error(`${name} has another name`)
  const start = nameEnd + archive.readUInt16LE(header + 28)
  expectSignature(archive, start + size, 'PK\x07\x08')
  return archive.subarray(start, start + size)
}

function expectSignature(archive: Buffer, at: number, signature: string) {
  if (archive.toString('latin1', at, at + 4) !== signature) throw new Error(`There is no ${signature} at ${at}`)
}
