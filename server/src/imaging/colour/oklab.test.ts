import { expect, test } from 'vitest'
import { oklabToOklch, oklabToRgb, oklchToOklab, rgbToOklab } from './oklab.ts'

test.each([
  ['white', [255, 255, 255], [1, 0, 0]],
  ['black', [0, 0, 0], [0, 0, 0]],
  ['red', [255, 0, 0], [0.628, 0.2249, 0.1258]],
  ['green', [0, 255, 0], [0.8664, -0.2339, 0.1795]],
  ['blue', [0, 0, 255], [0.452, -0.0325, -0.3115]],
] as const)('%s has its published OKLab coordinates', (_, [red, green, blue], published) => {
  const { l, a, b } = rgbToOklab(red, green, blue)
  for (const [at, value] of [l, a, b].entries()) expect(value).toBeCloseTo(published[at]!, 3)
})

test('every sampled 8-bit colour survives the way to OKLab and OKLCH and back', () => {
  const failures: string[] = []
  for (let red = 0; red < 256; red += 5)
    for (let green = 0; green < 256; green += 5)
      for (let blue = 0; blue < 256; blue += 5) {
        const back = oklabToRgb(oklchToOklab(oklabToOklch(rgbToOklab(red, green, blue))))
        if (back.map(Math.round).join() !== [red, green, blue].join()) failures.push(`${red} ${green} ${blue}`)
      }
  expect(failures).toEqual([])
})

test('a colour outside of sRGB becomes the nearest channels that exist', () => {
  expect(oklabToRgb({ l: 1.2, a: 0, b: 0 })).toEqual([255, 255, 255])
  expect(oklabToRgb({ l: -0.1, a: 0, b: 0 })).toEqual([0, 0, 0])
})

test('OKLCH is the polar form of OKLab, with hues from 0 to 360 degrees and 0 for greys', () => {
  const { l, chroma, hue } = oklabToOklch(rgbToOklab(0, 0, 255))
  expect([l, chroma, hue].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.452, 0.313, 264.052])
  expect(oklabToOklch(rgbToOklab(128, 128, 128))).toMatchObject({ chroma: 0, hue: 0 })
})
