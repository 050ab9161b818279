import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Category } from '@vitrine/contract/vocabulary/categories'
import { once } from '#kit/once'

export interface Drawing {
  /** Its words with hyphens between them; unique. */
  name: string
  /** Drawn by the Noto Emoji project, or rendered by code of this repository with light and shade. */
  source: 'noto' | 'rendered'
  category: Category['value']
  /** What its name and category do not say. */
  keywords: string[]
  /** SVG: a square, and what is in it. */
  viewBox: string
  body: string
}

/** What `server/demo-drawings` holds, those of one source and category together. */
export const drawings: () => Drawing[] = once(() => {
  const file = join(import.meta.dirname, '../../../demo-drawings/drawings.json.br')
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString())
})

export function findDrawing(name: string): Drawing {
  const drawing = drawings().find((one) => one.name === name)
  if (!drawing) throw new Error(`There is no drawing called ${name}.`)
  return drawing
}

export const drawingSvg = ({ viewBox, body }: Drawing, side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${side}" height="${side}">${body}</svg>`
