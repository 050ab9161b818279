import { type Category, categories } from '@vitrine/contract/vocabulary/categories'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import sharp from 'sharp'
import { fillerWords } from '#features/search/question/filler-words'
import { type Drawing, drawingSvg, drawings } from './demo-drawings.ts'
import { faultyDrawings } from './demo-faults.ts'

/** The side of an image of the demonstration, in pixels. */
const SIDE = 1024

/** The drawings of the library: sources and categories are mixed, so that a home page is varied from the first on. */
export function libraryDrawings(): Drawing[] {
  const faulty = new Set(faultyDrawings.map(({ name }) => name))
  const sound = drawings().filter(({ name }) => !faulty.has(name))
  return (['noto', 'rendered'] as const)
    .flatMap((source) => spreadCategories(sound.filter((one) => one.source === source)))
    .sort((one, other) => one.place - other.place)
    .map(({ drawing }) => drawing)
}

/** Each with its place between 0 and 1: those of one category are as far apart as they can be. */
const spreadCategories = (all: Drawing[]) =>
  categories.flatMap(({ value }, at) => {
    const ofCategory = all.filter(({ category }) => category === value)
    return ofCategory.map((drawing, n) => ({
      drawing,
      place: (n + (at + 0.5) / categories.length) / ofCategory.length,
    }))
  })

/** Renders SVG, which is safe for what the product itself brings along: uploads never reach an SVG renderer. */
export const renderDrawing = (drawing: Drawing) => sharp(Buffer.from(drawingSvg(drawing, SIDE)))

const isTelling = (word: string) => word.length > 2 && !fillerWords.has(word)

const origins: Record<Drawing['source'], { licence: Licence; credit: string }> = {
  noto: { licence: 'apache-2.0', credit: 'Noto Emoji project, Google' },
  rendered: { licence: 'cc0', credit: '' },
}

export const categoryOf = (drawing: Drawing): Category => categories.find(({ value }) => value === drawing.category)!

export function textsOf(drawing: Drawing) {
  const words = drawing.name.split('-')
  const title = words.join(' ').replace(/^./, (letter) => letter.toUpperCase())
  return {
    title,
    description: '',
    keywords: [...words.filter(isTelling), ...drawing.keywords, categoryOf(drawing).name],
    ...origins[drawing.source],
    // By people, before there were such programs, or by code.
    ai_made: 'no' as const,
  }
}
