import { contrastTile, tileTones, vanishingShare } from '@vitrine/contract/measures/contrast-tile'
import { sampleEdges } from '@vitrine/contract/measures/edge-samples'
import { describe, expect, test } from 'vitest'
import { interleavedDrawings, renderDrawing } from './demo-drawings.ts'

/** The demonstration as the home page lists it, each drawing with its tile and outline. */
const newestFirst = await Promise.all(
  interleavedDrawings()
    .toReversed()
    .map(async ({ name }) => {
      const { data, info } = await renderDrawing(name).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const { outline } = sampleEdges({ pixels: data, width: info.width, height: info.height })
      return { name, outline, tile: contrastTile(outline) }
    }),
)

describe.each([
  ['light', ['game-die', 'cloud-with-lightning', 'glass-of-milk', 'money-with-wings']],
  ['dark', []],
] as const)('in the %s theme', (theme, turnedNames) => {
  const isTurned = ({ tile }: { tile: string | null }) => tile === theme || tile === 'both'

  test('of the first hundred drawings these few lie on the contrast tile', () => {
    const turned = newestFirst.slice(0, 100).filter(isTurned)
    expect(turned.map(({ name }) => name)).toEqual(turnedNames)
  })

  test('no drawing loses more than a third of its outline unless the other tile hides as much', () => {
    const { usual, contrast } = tileTones[theme]
    const hidden = newestFirst.filter((drawing) => {
      const [own, other] = isTurned(drawing) ? [contrast, usual] : [usual, contrast]
      const share = vanishingShare(drawing.outline, own)
      return share > 1 / 3 && share > vanishingShare(drawing.outline, other)
    })
    expect(hidden.map(({ name }) => name)).toEqual([])
  })
})
