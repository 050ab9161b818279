/**
 * Boxes of JUMBF (ISO 19566-5), the container of Content Credentials. Damaged ones end the walk; nothing throws, and
 * nothing is copied.
 */
export interface JumbfBox {
  type: string
  content: Buffer
}

/** Of one file together: a manifest has some tens, a file with a long history some hundreds. */
const MAX_BOXES = 2_000

/** Counts the boxes of a file, so that a hostile one cannot have them walked without end. */
export interface BoxBudget {
  boxes: number
}

export const boxBudget = (): BoxBudget => ({ boxes: MAX_BOXES })

/** The boxes that follow one another in these bytes. */
export function* boxesIn(bytes: Buffer, budget: BoxBudget): Generator<JumbfBox> {
  for (let at = 0; at + 8 <= bytes.length && budget.boxes > 0; budget.boxes--) {
    const length = bytes.readUInt32BE(at)
    // 0 extends to the end; 1, an extended length, is for boxes beyond 4 GB.
    const end = length === 0 ? bytes.length : at + length
    if (end < at + 8 || end > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, end) }
    at = end
  }
}

/** A box that has a label and holds others. */
export interface LabelledBox {
  label: string
  boxes: JumbfBox[]
}

/** The superboxes among these boxes, each with what it holds. */
export function labelledBoxes(boxes: Iterable<JumbfBox>, budget: BoxBudget): LabelledBox[] {
  return [...boxes]
    .filter(({ type }) => type === 'jumb')
    .map(({ content }) => {
      const [description, ...inner] = boxesIn(content, budget)
      return { label: labelOf(description), boxes: inner }
    })
}

/** After 16 bytes of type: toggles, of which the second bit says that a label follows, which ends with a null byte. */
function labelOf(description: JumbfBox | undefined): string {
  if (description?.type !== 'jumd' || !((description.content[16] ?? 0) & 2)) return ''
  const end = description.content.indexOf(0, 17)
  return end < 0 ? '' : description.content.toString('latin1', 17, Math.min(end, 17 + MAX_LABEL))
}

const MAX_LABEL = 200
