import { maxClearAlpha } from '@vitrine/contract/measures/findings'
import type { BorderSide, Finding, PaintedCheckerboard, Point, Rectangle } from '@vitrine/contract/schemas/findings'
import { messages } from './messages.ts'

/** What is drawn on the picture for one finding, in pixels of the original. */
export interface FindingMarks {
  legend: string
  /** Thin lines, as the `d` of a path. */
  lines?: string
  frame?: Rectangle
  /** Bold lines along the border, as the `d` of a path. */
  borders?: string
  /** Middles of rings. */
  rings?: Point[]
  /** Pixels with an alpha from the first to the second value are coloured. */
  tint?: readonly [number, number]
}

/** Null where there is no place to show. */
export function marksOf(finding: Finding, width: number, height: number): FindingMarks | null {
  switch (finding.kind) {
    case 'painted_checkerboard':
      return {
        legend: messages.legends.squares(finding.box),
        lines: latticeLines(finding),
        frame: finding.box,
      }
    case 'halo':
    case 'jagged_edge':
    case 'light_rim':
    case 'specks':
      return placeMarks(finding.places)
    case 'haze':
      return { legend: messages.legends.tint, tint: [1, maxClearAlpha] }
    case 'nothing_to_see':
      return finding.highest_alpha ? { legend: messages.legends.tint, tint: [1, 255] } : null
    case 'constant_alpha':
      return { legend: messages.legends.tint, tint: [finding.alpha, finding.alpha] }
    case 'solid_background':
    case 'solid_rectangle':
      return { legend: messages.legends.area(finding.box), frame: finding.box }
    case 'touches_border':
      return { legend: messages.legends.sides, borders: borderLines(finding.sides, width, height) }
    case 'nothing_clear':
    case 'unread_texts':
      return null
  }
}

/** Lines of a lattice on each axis; more could not be told apart, so every second or third line is drawn. */
const maxLines = 80

function latticeLines({ square_width, square_height, origin, box }: PaintedCheckerboard): string {
  const columns = latticePositions(origin.x, square_width, box.left, box.width)
  const rows = latticePositions(origin.y, square_height, box.top, box.height)
  return [
    ...columns.map((x) => `M${x} ${box.top}v${box.height}`),
    ...rows.map((y) => `M${box.left} ${y}h${box.width}`),
  ].join('')
}

function latticePositions(origin: number, square: number, start: number, length: number): number[] {
  const step = square * Math.max(1, Math.ceil(length / square / maxLines))
  const first = origin + Math.ceil((start - origin) / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((start + length - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}

function borderLines(sides: BorderSide[], width: number, height: number): string {
  const lines: Record<BorderSide, string> = {
    top: `M0 0h${width}`,
    right: `M${width} 0v${height}`,
    bottom: `M0 ${height}h${width}`,
    left: `M0 0v${height}`,
  }
  return sides.map((side) => lines[side]).join('')
}

/** Rings on a picture, since more would cover its edge. */
const maxRings = 60

/** Rings around the places, or where there are too many, around some that are spread evenly over the list. */
function placeMarks(places: Point[]): FindingMarks {
  const length = Math.min(maxRings, places.length)
  const rings = Array.from({ length }, (_, at) => places[Math.floor((at * places.length) / length)]!)
  return { legend: messages.legends.places(rings.length), rings }
}
