import { SaxesParser, type SaxesTagNS } from 'saxes'

export type XmpProperties = ReturnType<typeof readXmp>

/** The namespaces that are read, by their usual prefixes; a file may use others. */
const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  lr: 'http://ns.adobe.com/lightroom/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
}
const prefixes = new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]))

/** Characters of all packets that are parsed: programs write some ten thousand besides the lists that are cut. */
const MAX_PARSED = 256 * 1024
/** Elements within each other, and faults of the XML, after which the rest is left. */
const MAX_DEPTH = 100
const MAX_FAULTS = 100

/** Reads XMP (ISO 16684-1) in every form and never throws: broken XML ends it, and saxes expands no entities. */
export function readXmp(packets: string[]) {
  /** Texts of the properties by name ('dc:title'), none of them blank; of several languages the default first. */
  const texts = new Map<string, string[]>()
  let left = MAX_PARSED
  /** Whether a packet was too long, or too broken, to be read to its end. */
  let isUnread = false
  for (const packet of packets) {
    const xml = withoutLists(packet)
    const isRead = readPacket(xml.slice(0, left), (name, found) => {
      if (name) texts.getOrInsert(name, []).push(...found.filter((text) => text.trim() !== ''))
    })
    isUnread ||= xml.length > left || !isRead
    left -= Math.min(left, xml.length)
  }
  return { texts, isUnread }
}

interface Property {
  name: string
  /** Elements around it, and itself. */
  depth: number
  /** Its own text, and those of its list. */
  items: { text: string; isDefault: boolean }[]
}

/** Returns false where it had to stop before the end. */
function readPacket(xml: string, add: (name: string, texts: string[]) => void): boolean {
  const parser = new SaxesParser({ xmlns: true, position: false, additionalNamespaces: namespaces })
  const path: string[] = []
  let property: Property | null = null
  let faults = 0
  const addText = (text: string) => {
    const isValue = path.length === property?.depth || path.at(-1) === 'rdf:li' || path.at(-1) === 'rdf:value'
    if (property && isValue) property.items.at(-1)!.text += text
  }
  parser.on('error', (error) => {
    if (++faults > MAX_FAULTS) throw error
  })
  parser.on('opentag', (tag) => {
    const name = nameOf(tag)
    const depth = path.push(name)
    if (depth > MAX_DEPTH) throw new RangeError('The XML is nested too deep.')
    if (path.at(-2) === 'rdf:RDF')
      for (const attribute of Object.values(tag.attributes)) add(nameOf(attribute), [attribute.value])
    if (path.at(-3) === 'rdf:RDF') property = { name, depth, items: [] }
    if (property && (property.depth === depth || name === 'rdf:li')) property.items.push(itemOf(tag))
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (property && path.length === property.depth) {
      const items = property.items.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
      const texts = items.map(({ text }) => text)
      add(property.name, texts)
      property = null
    }
    path.pop()
  })
  try {
    parser.write(xml.slice(xml.indexOf('<'))).close()
    return true
  } catch {
    return false
  }
}

/** The usual name of an element or attribute, by its namespace; empty where that is of no interest. */
const nameOf = ({ uri, local }: { uri: string; local: string }) =>
  prefixes.has(uri) ? `${prefixes.get(uri)}:${local}` : ''

function itemOf({ attributes }: SaxesTagNS): Property['items'][number] {
  const resource = Object.values(attributes).find((attribute) => nameOf(attribute) === 'rdf:resource')
  const language = attributes['xml:lang']?.value.toLowerCase()
  return { text: resource?.value ?? '', isDefault: language === 'x-default' }
}

/** Lists about how a file was made: Photoshop and InDesign write up to megabytes of them before the title. */
const needlessList =
  /<((?:[\w.-]+:)?(?:DocumentAncestors|History|Pantry|Ingredients|TextLayers|Thumbnails|SwatchGroups))\b[^<>]*(?<!\/)>/g

/** The packet without these lists and without padding, in one pass, so that a hostile one takes linear time. */
function withoutLists(packet: string): string {
  let rest = ''
  let from = 0
  for (const { 1: name = '', index } of packet.matchAll(needlessList)) {
    if (index < from) continue
    const end = packet.indexOf(`</${name}>`, index)
    if (end < 0) break
    rest += packet.slice(from, index)
    from = end + name.length + 3
  }
  return (rest + packet.slice(from)).replaceAll(/\s\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
}
