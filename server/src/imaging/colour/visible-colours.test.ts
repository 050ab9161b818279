import { previewSizes } from '@vitrine/contract/media-files'
import { expect, test } from 'vitest'
import { subsample, visibleColours } from './visible-colours.ts'

type Pixel = [red: number, green: number, blue: number, alpha: number]

const pixels = (...runs: [number, Pixel][]) =>
  Uint8Array.from(runs.flatMap(([count, pixel]) => Array(count).fill(pixel).flat()))

const RED: Pixel = [200, 30, 30, 255]
const BLUE: Pixel = [20, 60, 200, 255]
const HIDDEN_GREEN: Pixel = [0, 255, 0, 0]

test('visible colours exclude those of transparent pixels, and shares below one per cent', () => {
  expect(visibleColours(pixels([50, HIDDEN_GREEN]))).toEqual([])
  expect(visibleColours(pixels([995, RED], [5, BLUE]))).toEqual([{ hex: '#c81e1e', share: 0.995 }])
  expect(visibleColours(pixels([900, HIDDEN_GREEN], [75, RED], [25, BLUE]))).toEqual([
    { hex: '#c81e1e', share: 0.75 },
    { hex: '#143cc8', share: 0.25 },
  ])
})

test('visible colours are weighted by alpha', () => {
  expect(visibleColours(pixels([100, [200, 30, 30, 51]], [80, BLUE]))).toEqual([
    { hex: '#143cc8', share: 0.8 },
    { hex: '#c81e1e', share: 0.2 },
  ])
})

test('the visible colours of a flat drawing with noise are one', () => {
  const noisy = pixels(...Array.from({ length: 300 }, (_, at): [number, Pixel] => [1, [200 + (at % 5), 30, 30, 255]]))
  expect(visibleColours(noisy)).toHaveLength(1)
})

test('visible colours are at most five and deterministic', () => {
  const rainbow = pixels(
    ...Array.from({ length: 4096 }, (_, at): [number, Pixel] => [1, [(at * 7) % 256, (at * 13) % 256, at >> 4, 255]]),
  )
  const colours = visibleColours(rainbow)
  expect(colours).toHaveLength(5)
  expect(colours).toEqual(visibleColours(rainbow))
  expect(colours.map(({ share }) => share)).toEqual(colours.map(({ share }) => share).sort((a, b) => b - a))
  expect(colours.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 2)
})

test('a sample takes pixels from the whole image and mixes none', () => {
  const checkered = Uint8Array.from(
    Array.from({ length: 300 * 100 }, (_, at) => (((at % 300) + Math.floor(at / 300)) % 2 === 0 ? RED : BLUE)).flat(),
  )
  const sampled = subsample(checkered, 300, 64)
  expect(sampled).toHaveLength(60 * 20 * 4)
  expect(visibleColours(sampled)).toEqual([
    { hex: '#143cc8', share: 0.5 },
    { hex: '#c81e1e', share: 0.5 },
  ])
  expect(subsample(pixels([6, RED]), 3, 64)).toEqual(pixels([6, RED]))
})

test('each preview differs from the one before it, and the smallest always exists', () => {
  const sizes = [1, 320, 321, 640, 641, 1280, 12_000].map((side) => previewSizes(side, 1))
  expect(sizes).toEqual([[320], [320], [320, 640], [320, 640], [320, 640, 1280], [320, 640, 1280], [320, 640, 1280]])
  expect(previewSizes(1, 700)).toEqual([320, 640, 1280])
})
