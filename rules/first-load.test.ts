import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// What the built pages make a visitor load. The pages must have been built before: `npm test` does that.

const source = join(import.meta.dirname, '../web/src')
const client = join(import.meta.dirname, '../web/dist/client')
const textOf = (file: string) => readFileSync(file, 'utf8')
const brotliBytes = (file: string) => statSync(join(client, `${file}.br`)).size

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}
const manifest: Record<string, Chunk> = JSON.parse(textOf(join(client, '.vite/manifest.json')))
const firstScript = manifest['src/entry/first-script.ts']!
const appChunk = Object.values(manifest).find(({ file }) => /^assets\/app-[\w-]{8}\.js$/.test(file))!

test('the style sheet of visitors stays within 10,000 bytes (brotli)', () => {
  expect(firstScript.css).toHaveLength(1)
  expect(brotliBytes(firstScript.css![0]!)).toBeLessThanOrEqual(10_000)
})

test('the font that every page preloads stays within 17,000 bytes', () => {
  const basicFont = firstScript.assets!.find((file) => file.includes('hanken-basic'))!
  expect(statSync(join(client, basicFont)).size).toBeLessThanOrEqual(17_000)
})

test('the script that the first paint waits for has at most 300 bytes and imports nothing', () => {
  const { file, imports } = manifest['src/entry/theme-script.ts']!
  expect(imports).toBeUndefined()
  expect(statSync(join(client, file)).size).toBeLessThanOrEqual(300)
})

const firstPages = ['home/home-page.tsx', 'image-detail/image-detail-page.tsx']
test.each(firstPages)('the scripts of a first visit to %s stay within 95,000 bytes (brotli)', (page) => {
  const { file, imports = [] } = manifest[`src/pages/${page}`]!
  const files = new Set([firstScript.file, appChunk.file, file, ...imports.map((name) => manifest[name]!.file)])
  expect(files.size).toBeLessThanOrEqual(4)
  expect([...files].reduce((sum, name) => sum + brotliBytes(name), 0)).toBeLessThanOrEqual(95_000)
})

test('visitors load no Tailwind utility that only the back offices use', () => {
  const css = textOf(join(client, firstScript.css![0]!))
  const rules = css.slice(css.indexOf('@layer utilities{')).matchAll(/(?<=[}{,])\.(-?[a-z](?:[\w-]|\\.)*)/g)
  const utilities = new Set([...rules].map(([, name]) => name!.replaceAll('\\', '')))
  const text = visitorModules().map(textOf).join('\n')
  expect(utilities.size).toBeGreaterThan(150)
  expect([...utilities].filter((name) => !text.includes(name))).toEqual([])
})

/** All modules of ours that the visitors' app imports, statically or not, up to where the back offices begin. */
function visitorModules(): string[] {
  const reached = new Set([join(source, 'entry/hydrate.tsx')])
  for (const file of reached) {
    for (const [, alias, relative] of textOf(file).matchAll(/'(?:#(.+?\.tsx?)|(\.\.?\/.+?\.tsx?))'/g)) {
      const next = alias ? join(source, alias) : join(dirname(file), relative!)
      if (!/[\\/]back-office[\\/]/.test(next)) reached.add(next)
    }
  }
  return [...reached]
}
