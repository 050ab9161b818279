// Writes drawings.json.br beside this folder from Noto Emoji and ./objects: `npm ci && npm run make`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Category } from '@vitrine/contract/vocabulary/categories'
import type { Drawing } from '../../src/features/demo/demo-drawings.ts'
import { faultyDrawings } from '../../src/features/demo/demo-faults.ts'
import { notoNames } from './noto-names.ts'
import { objects } from './objects/objects.ts'
import { Scene, sceneBox } from './objects/scene.ts'

const { icons } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'node_modules/@iconify-json/noto/icons.json'), 'utf8'),
)

const notoDrawing = (name: string, category: Category['value']): Drawing => ({
  name,
  source: 'noto',
  category,
  keywords: [],
  viewBox: '-8 -8 144 144',
  body: icons[name].body,
})

const drawings: Drawing[] = [
  ...Object.entries(notoNames).flatMap(([category, names]) =>
    names.map((name) => notoDrawing(name, category as Category['value'])),
  ),
  ...objects.map(({ title, category, keywords, draw }): Drawing => {
    const scene = new Scene()
    const body = scene.body(draw(scene))
    const name = title.toLowerCase().replaceAll(' ', '-')
    return { name, source: 'rendered', category, keywords: keywords.split(' '), viewBox: sceneBox, body }
  }),
  ...faultyDrawings.map(({ name, category }) => notoDrawing(name, category)),
]

const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
const packed = brotliCompressSync(JSON.stringify(drawings), { params })
writeFileSync(join(import.meta.dirname, '../drawings.json.br'), packed)
