import { decodeText } from '#kit/decode-text'

/** The texts of the application record of IPTC-IIM (version 4.2, 1.5 and 2) by the numbers of their data sets. */
export function readIptc(profile: Buffer): Map<number, string[]> {
  const texts = new Map<number, string[]>()
  const records = profile[0] === IPTC_MARKER ? profile : photoshopResource(profile, IPTC_RESOURCE)
  for (let at = 0; at + 5 <= records.length && records[at] === IPTC_MARKER; ) {
    const [record, dataSet, length] = [records[at + 1], records[at + 2]!, records.readUInt16BE(at + 3)]
    if (length > MAX_LENGTH) break
    const list = texts.get(dataSet) ?? []
    if (record === APPLICATION_RECORD) texts.set(dataSet, list)
    list.push(decodeText(records.subarray(at + 5, at + 5 + length)))
    at += 5 + length
  }
  return texts
}

/** Begins each data set. */
const IPTC_MARKER = 0x1c
const APPLICATION_RECORD = 2
/** Longer ones are pictures. */
const MAX_LENGTH = 0x7fff
const IPTC_RESOURCE = 0x0404

/** An image resource of Photoshop: "8BIM", number, name and data, both padded to even lengths; empty without it. */
function photoshopResource(profile: Buffer, wanted: number): Buffer {
  for (let at = 0; at + 12 <= profile.length && profile.toString('latin1', at, at + 4) === '8BIM'; ) {
    const name = at + 6
    const size = name + 2 * Math.floor((profile[name]! + 2) / 2)
    if (size + 4 > profile.length) break
    const length = profile.readUInt32BE(size)
    if (profile.readUInt16BE(at + 4) === wanted) return profile.subarray(size + 4, size + 4 + length)
    at = size + 4 + length + (length % 2)
  }
  return Buffer.alloc(0)
}
