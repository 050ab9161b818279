import {
  type AiShare,
  type DigitalSource,
  digitalSourceIds,
  digitalSources,
  type FileSource,
} from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { decode } from 'cborg'

/** The Content Credentials (C2PA) are the file's word, since no signature is verified (decision 0071). Never throws. */
export function readContentCredentials(chunk: Buffer): FileSource | null {
  const budget = { boxes: MAX_BOXES }
  const [store] = labelledBoxes(boxesIn(chunk, budget), budget)
  if (store?.label !== 'c2pa') return null
  // The last manifest is the active one; those before it are of what the picture was made from.
  for (const manifest of labelledBoxes(store.boxes, budget).slice(-MAX_MANIFESTS).reverse()) {
    const parts = labelledBoxes(manifest.boxes, budget)
    const source = mostTelling(statedSources(parts, budget))
    if (source) return { source, place: 'c2pa', generator: generatorOf(parts) }
  }
  return null
}

const MAX_MANIFESTS = 20
/** Of one file together: a manifest has some tens, a file with a long history some hundreds. */
const MAX_BOXES = 2_000

const statedSources = (parts: LabelledBox[], budget: BoxBudget): DigitalSource[] =>
  parts
    .filter(({ label }) => label === 'c2pa.assertions')
    .flatMap(({ boxes }) => labelledBoxes(boxes, budget))
    .filter(({ label }) => /^c2pa\.actions(\.v\d)?(__\d+)?$/.test(label))
    .flatMap((assertion) => listIn(contentOf(assertion), 'actions'))
    .slice(0, MAX_ACTIONS)
    .flatMap((action) => findDigitalSource(textIn(action, 'digitalSourceType')) ?? [])

const MAX_ACTIONS = 500

/** Its name for people, else the one for programs. */
function generatorOf(parts: LabelledBox[]): string {
  const claim = parts.find(({ label }) => /^c2pa\.claim(\.v\d)?$/.test(label))
  if (!claim) return ''
  const content = contentOf(claim)
  const info = valueIn(content, 'claim_generator_info')
  const name = textIn(Array.isArray(info) ? info[0] : info, 'name') || textIn(content, 'claim_generator')
  return plainLine(name)
}

const MAX_GENERATOR = 80

/** One line without control characters and bidirectional overrides, which could turn the sentence around it. */
const plainLine = (text: string) =>
  text
    .slice(0, MAX_GENERATOR * 4)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFD]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_GENERATOR)
    .replace(/[\uD800-\uDBFF]$/, '')

/** Bytes of one assertion or claim; those that are read have some kilobytes. */
const MAX_CONTENT = 64 * 1024

/** The value of a box of CBOR or JSON; undefined where it is damaged or large. */
function contentOf({ boxes }: LabelledBox): unknown {
  const box = boxes.find(({ type }) => type === 'cbor' || type === 'json')
  if (!box || box.content.length > MAX_CONTENT) return undefined
  try {
    return box.type === 'json' ? JSON.parse(box.content.toString()) : decode(box.content, { useMaps: true, tags })
  } catch {
    return undefined
  }
}

/** Dates in text and in seconds, which are read as such; cborg refuses other tags, and with them the whole value. */
const read = (inner: () => unknown) => inner()
const tags = { 0: read, 1: read }

function valueIn(content: unknown, name: string): unknown {
  if (content instanceof Map) return content.get(name)
  return content !== null && typeof content === 'object' && Object.hasOwn(content, name)
    ? (content as Record<string, unknown>)[name]
    : undefined
}

function listIn(content: unknown, name: string): unknown[] {
  const value = valueIn(content, name)
  return Array.isArray(value) ? value : []
}

function textIn(content: unknown, name: string): string {
  const value = valueIn(content, name)
  return typeof value === 'string' ? value : ''
}

/** The code that a file names by its address, or by itself. */
export function findDigitalSource(text: string): DigitalSource | undefined {
  const code = text.slice(text.lastIndexOf('/') + 1)
  return digitalSourceIds.find((id) => id === code)
}

/** The one of several that says most of artificial intelligence. */
function mostTelling(sources: DigitalSource[]): DigitalSource | undefined {
  const withAi = (share: AiShare) => sources.find((source) => digitalSources[source].ai === share)
  return withAi('yes') ?? withAi('partly') ?? sources[0]
}

/** Boxes of JUMBF (ISO 19566-5), the container of Content Credentials. Damaged ones end the walk; nothing throws. */
interface JumbfBox {
  type: string
  content: Buffer
}

/** Counts the boxes of a file, so that a hostile one cannot have them walked without end. */
interface BoxBudget {
  boxes: number
}

/** The boxes that follow one another in these bytes. */
function* boxesIn(bytes: Buffer, budget: BoxBudget): Generator<JumbfBox> {
  for (let at = 0; at + 8 <= bytes.length && budget.boxes > 0; budget.boxes--) {
    const length = bytes.readUInt32BE(at)
    // 0 extends to the end; 1, an extended length, is for boxes beyond 4 GB.
    const end = length === 0 ? bytes.length : at + length
    if (end < at + 8 || end > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, end) }
    at = end
  }
}

type LabelledBox = ReturnType<typeof labelledBoxes>[number]

/** The superboxes among these boxes, each with what it holds. */
const labelledBoxes = (boxes: Iterable<JumbfBox>, budget: BoxBudget) =>
  [...boxes]
    .filter(({ type }) => type === 'jumb')
    .map(({ content }) => {
      const [description, ...inner] = boxesIn(content, budget)
      return { label: labelOf(description), boxes: inner }
    })

/** After 16 bytes of type: toggles, of which the second bit says that a label follows, which ends with a null byte. */
function labelOf(description: JumbfBox | undefined): string {
  if (description?.type !== 'jumd' || !((description.content[16] ?? 0) & 2)) return ''
  const end = description.content.indexOf(0, 17)
  return end < 0 ? '' : description.content.toString('latin1', 17, Math.min(end, 17 + MAX_LABEL))
}

const MAX_LABEL = 200
