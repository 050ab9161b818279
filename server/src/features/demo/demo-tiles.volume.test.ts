import { describe, expect, test } from 'vitest'
import { contrastTile, minVisibleShare, sampleInk, tiles, visibleShare } from '#imaging/measures/contrast-tile'
import { sampleEdges } from '#imaging/measures/edge-quality'
import type { Rgba } from '#imaging/measures/rgba-image'
import { libraryDrawings, renderDrawing } from './demo-images.ts'

const count = 100 * Number(process.env.TEST_SCALE ?? 1)

/** The demonstration as the home page begins, each drawing with its tile and outline. */
const newestFirst = await Promise.all(
  libraryDrawings()
    .filter(({ source }) => source === 'noto')
    .toReversed()
    .slice(0, count)
    .map(async (drawing) => {
      const { data, info } = await renderDrawing(drawing).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const image = { pixels: data, width: info.width, height: info.height }
      const { outline } = sampleEdges(image)
      return { name: drawing.name, outline, tile: contrastTile(outline, sampleInk(image)) }
    }),
)

describe.each([
  ['light', 'candle game-die tornado comet ship cloud-with-lightning volleyball snow-capped-mountain camping'],
  [
    'dark',
    `sport-utility-vehicle moai japanese-castle hedgehog racing-car pilot television detective motor-scooter headphone
     violin lipstick`,
  ],
] as const)('in the %s theme', (theme, turnedNames) => {
  const isTurned = ({ tile }: { tile: string | null }) => tile === theme || tile === 'both'

  const shareOn = ({ outline }: { outline: Rgba[] }, tile: 'usual' | 'contrast') =>
    visibleShare(outline, tiles[theme][tile], tiles[theme].minContrast)

  test('of the first hundred drawings these few lie on the contrast tile', () => {
    const turned = newestFirst.slice(0, 100).filter(isTurned)
    expect(turned.map(({ name }) => name)).toEqual(turnedNames.split(/\s+/))
  })

  test('four fifths of each drawing’s outline stand out unless the other tile shows no more', () => {
    const hidden = newestFirst.filter((drawing) => {
      const [own, other] = isTurned(drawing) ? (['contrast', 'usual'] as const) : (['usual', 'contrast'] as const)
      const share = shareOn(drawing, own)
      return share < minVisibleShare && share < shareOn(drawing, other)
    })
    expect(hidden.map(({ name }) => name)).toEqual([])
  })
})
