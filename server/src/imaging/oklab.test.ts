import { expect, test } from 'vitest'
import { hexToOklch, oklabToHex, rgbToOklab } from './oklab.ts'

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

test('every sampled 8-bit colour survives the way to OKLab and back', () => {
  const failures: string[] = []
  for (let red = 0; red < 256; red += 5)
    for (let green = 0; green < 256; green += 5)
      for (let blue = 0; blue < 256; blue += 5) {
        const hex = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
        if (oklabToHex(rgbToOklab(red, green, blue)) !== hex) failures.push(hex)
      }
  expect(failures).toEqual([])
})

test('OKLCH is the polar form of OKLab, with hues from 0 to 360 degrees', () => {
  const { l, chroma, hue } = hexToOklch('#0000ff')
  expect([l, chroma, hue].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.452, 0.313, 264.052])
  expect(hexToOklch('#808080')).toMatchObject({ chroma: 0, hue: 0 })
})
