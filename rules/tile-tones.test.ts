import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tiles } from '../server/src/imaging/measures/contrast-tile.ts'

test('the tiles have the tones by which pictures are laid on them', () => {
  const css = readFileSync(join(import.meta.dirname, '../web/src/styles/tokens.css'), 'utf8')
  const tokenOf = (name: string) => {
    const [, light, dark] = new RegExp(`${name}: light-dark\\(oklch\\((.+?)\\), oklch\\((.+?)\\)\\)`).exec(css)!
    return [light, dark].map((text) => text!.split(' ').map(Number.parseFloat))
  }
  const tones = (tile: 'usual' | 'contrast', at: 0 | 1) =>
    (['light', 'dark'] as const).map((theme) => {
      const { l, chroma, hue } = tiles[theme][tile][at]
      return [l * 100, chroma, hue]
    })
  expect(tokenOf('--tile')).toEqual(tones('usual', 0))
  expect(tokenOf('--check')).toEqual(tones('usual', 1))
  expect(tokenOf('--contrast-tile')).toEqual(tones('contrast', 0))
  expect(tokenOf('--contrast-check')).toEqual(tones('contrast', 1))
})
