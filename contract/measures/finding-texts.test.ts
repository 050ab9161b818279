import { expect, test } from 'vitest'
import { findingLabel, findingText } from './finding-texts.ts'
import { type Finding, type FindingKind, findingKinds } from './findings.ts'

const places = [{ x: 1, y: 2 }]
const box = { left: 0, top: 0, width: 64, height: 48 }
const board = { kind: 'painted_checkerboard', origin: { x: 3, y: 4 }, box, light: '#ffffff', dark: '#cccccc' } as const

test.each<[Finding, string, string]>([
  [
    { ...board, square_width: 16, square_height: 15.98 },
    'Painted checkerboard',
    'Squares of 16 px in #ffffff and #cccccc: the transparency was painted in.',
  ],
  [
    { ...board, square_width: 16, square_height: 12.2 },
    'Painted checkerboard',
    'Squares of 16 × 12 px in #ffffff and #cccccc: the transparency was painted in.',
  ],
  [
    { kind: 'nothing_to_see', visible_pixels: 0, highest_alpha: 0 },
    'Nothing to see',
    'Nothing can be seen in it: every pixel is fully transparent.',
  ],
  [
    { kind: 'nothing_to_see', visible_pixels: 0, highest_alpha: 13 },
    'Nothing to see',
    'Nothing can be seen in it: its most opaque pixel has an opacity of 5 %.',
  ],
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
