import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const typography = join(import.meta.dirname, 'src/styles/typography.css')
const wholeFont = join(
  import.meta.dirname,
  '../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
)
const cache = join(import.meta.dirname, '.cache')

/**
 * Makes `.cache/hanken-basic.woff2`, the file of basic letters that every page preloads: what typography.css says about
 * the face that uses it (letters, weights) is what the file has, 16 kB in place of 35.
 */
export function basicFont(): Plugin {
  return {
    name: 'basic-font',
    configureServer: writeBasicFont,
    buildApp: { order: 'pre', handler: writeBasicFont },
  }
}

async function writeBasicFont(): Promise<void> {
  const face = readFileSync(typography, 'utf8').match(/@font-face \{[^}]*hanken-basic[^}]*\}/)![0]
  const [, min, max] = face.match(/font-weight: (\d+) (\d+)/)!
  const letters = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, first, last = first]) =>
    characters(Number.parseInt(first!, 16), Number.parseInt(last!, 16)),
  )
  const subset = await subsetFont(readFileSync(wholeFont), letters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: Number(min), max: Number(max) } },
  })
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'hanken-basic.woff2'), subset)
}

const characters = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
