import type { Finding } from '@vitrine/contract/schemas/findings'
import { expect, test } from 'vitest'
import { hasCleanEdges, type MeasuredTransparency, transparencyKind, transparencyText } from './transparency.ts'

const shares = { width: 400, height: 300, clear_share: 0.62, soft_share: 0.01 }
const cutOut: MeasuredTransparency = { ...shares, is_verified: true, edge_score: 98, findings: [] }
const opaque: MeasuredTransparency = {
  ...{ ...cutOut, clear_share: 0, soft_share: 0, is_verified: false, edge_score: null },
  findings: [{ kind: 'nothing_clear', clear_share: 0 }],
}
const haze: Finding = { kind: 'haze', share: 0.3 }
const lightRim: Finding = { kind: 'light_rim', share: 0.4, places: [] }
const checked = 'Checked: no painted checkerboard, no haze, no halo, no jagged edge, no stray specks.'

test.each<[string, Partial<MeasuredTransparency>, string]>([
  ['cut out, with what was checked', {}, `Cut out, 62 % clear, soft clean edge. ${checked}`],
  ['hard at its edge', { soft_share: 0 }, `Cut out, 62 % clear, hard clean edge. ${checked}`],
  ['not clean where it has a rim', { findings: [lightRim] }, `Cut out, 62 % clear, soft edge. ${checked}`],
  ['soft', { soft_share: 0.3 }, `Cut out with soft parts, 62 % clear, 30 % translucent, clean edge. ${checked}`],
  [
    'not checked where it could not be judged',
    { edge_score: null },
    'Cut out, 62 % clear, soft edge. Checked: no painted checkerboard, no haze, no stray specks.',
  ],
  ['faulty', { clear_share: 0.48, is_verified: false, findings: [haze, lightRim] }, '48 % clear. Found: haze.'],
  ['opaque', opaque, 'No transparency.'],
  ['translucent', { ...opaque, soft_share: 0.9 }, 'Nothing clear, 90 % translucent.'],
  ['not measured yet', { is_verified: false, edge_score: null, findings: null }, '62 % clear. Not checked yet.'],
])('a picture is said to be %s', (_, measures, text) => {
  expect(transparencyText({ ...cutOut, ...measures })).toBe(text)
})

test('a solid rectangle is not called cut out, and no kind of transparency', () => {
  const box = { left: 0, top: 0, width: 300, height: 200 }
  for (const finding of [
    { kind: 'solid_rectangle', box },
    { kind: 'solid_background', colour: '#ffffff', share: 0.4, box },
  ] as Finding[]) {
    const solid = { ...cutOut, clear_share: 0.12, findings: [finding] }
    expect(transparencyText(solid)).toBe(`A solid rectangle, 12 % clear. ${checked}`)
    expect(transparencyKind(solid)).toBeNull()
  }
})

test('what was overruled is not said to be checked', () => {
  expect(transparencyText({ ...cutOut, findings: [haze] })).not.toContain('haze')
})

test('shares are never rounded down to 0 % or up to 100 %', () => {
  expect(transparencyText({ ...cutOut, clear_share: 0.004 })).toContain('< 1 % clear')
  expect(transparencyText({ ...cutOut, clear_share: 0.996 })).toContain('> 99 % clear')
})

test('the filters know none, soft and cut out, and nothing of what was not measured', () => {
  const small = { ...cutOut, width: 64, height: 48, soft_share: 0.1 } // all of it at its edge
  const soft = { ...small, width: 400, height: 300 }
  const kinds = [opaque, soft, cutOut, small, { ...cutOut, findings: null }].map(transparencyKind)
  expect(kinds).toEqual(['none', 'soft', 'cutout', 'cutout', null])
})

test('edges are clean that were judged, score high and have no light rim', () => {
  expect(hasCleanEdges(cutOut)).toBe(true)
  const others = [{ edge_score: null }, { edge_score: 60 }, { is_verified: false }, { findings: [lightRim] }]
  expect(others.filter((other) => hasCleanEdges({ ...cutOut, ...other }))).toEqual([])
})
