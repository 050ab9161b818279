import { expect, test } from 'vitest'
import type { Finding } from '../schemas/findings.ts'
import { findingLabel, findingText } from './finding-texts.ts'
import { type FindingKind, findingKinds } from './findings.ts'

const places = [{ x: 1, y: 2 }]
const box = { left: 0, top: 0, width: 64, height: 48 }
const board = { kind: 'painted_checkerboard', origin: { x: 3, y: 4 }, box, light: '#ffffff', dark: '#cccccc' } as const

const painted = (size: string) => `Squares of ${size} in #ffffff and #cccccc: the transparency was painted in.`
const nothing = { kind: 'nothing_to_see', visible_pixels: 0 } as const
const unseen = (why: string) => `Nothing can be seen in it: ${why}.`

test.each<[Finding, string, string]>([
  [{ ...board, square_width: 16, square_height: 15.98 }, 'Painted checkerboard', painted('16 px')],
  [{ ...board, square_width: 16, square_height: 12.2 }, 'Painted checkerboard', painted('16 × 12 px')],
  [{ ...nothing, highest_alpha: 0 }, 'Nothing to see', unseen('every pixel is fully transparent')],
  [{ ...nothing, highest_alpha: 13 }, 'Nothing to see', unseen('its most opaque pixel has an opacity of 5 %')],
  [{ kind: 'specks', count: 1200, places }, 'Stray specks', '1,200 tiny spots are left beside the subject.'],
  [{ kind: 'nothing_clear', clear_share: 0 }, 'Nothing clear', 'Nothing in it is transparent.'],
  [{ kind: 'nothing_clear', clear_share: 0.0012 }, 'Nothing clear', 'Only 0.1 % of it is transparent.'],
  [
    { kind: 'touches_border', sides: ['top', 'right', 'left'] },
    'Touches the border',
    'The subject reaches the border at the top, on the right and on the left.',
  ],
])('a finding is said with its numbers: %j', (finding, label, sentence) => {
  expect(findingText(finding)).toMatchObject({ label, sentence })
})

test('every kind has a name of its own', () => {
  const labels = (Object.keys(findingKinds) as FindingKind[]).map(findingLabel)
  expect(new Set(labels).size).toBe(labels.length)
})
