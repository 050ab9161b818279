import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { colours } from '@vitrine/contract/vocabulary/colours'
import { categoryOf, libraryDrawings } from '../../server/src/features/demo/demo-images.ts'
import { aPng } from '../../server/test/png.ts'
import { cachedDataFolder, importPictures } from '../harness/data-folder.ts'

/**
 * A data folder with this many published images. Heavy files have 16 to 256 kB, so that downloads send a realistic
 * body.
 */
export const galleryDataFolder = (images: number, areHeavy = false): Promise<string> =>
  cachedDataFolder(`gallery-${images}${areHeavy ? '-heavy' : ''}`, async (data) => {
    const pictures = join(data, 'pictures')
    await drawPngs(pictures, images, areHeavy)
    importPictures(data, pictures, '--keywords-from-path')
  })

/** Small images, since a listing sends no pixels; the demonstration's names give titles words of natural length. */
async function drawPngs(folder: string, images: number, areHeavy: boolean) {
  const named = libraryDrawings().map((drawing) => join(categoryOf(drawing).name, drawing.name))
  for (const { name } of categories) await mkdir(join(folder, name), { recursive: true })
  for (let seed = 0; seed < images; seed++) {
    const name = named[seed % named.length]! + (seed < named.length ? '' : `-${Math.floor(seed / named.length) + 1}`)
    await writeFile(join(folder, `${name}.png`), aPng({ seed, ...(areHeavy && heavyPngOptions(seed)) }))
  }
}

/** Images of many colours and both orientations. A private chunk adds the bytes: drawing pixels would take minutes. */
const heavyPngOptions = (seed: number) => ({
  text: { Ballast: randomBytes(12_000 * 2 ** (seed % 5)).toString('base64') },
  colour: colours[seed % colours.length]!.hex,
  ...(seed % 3 === 0 && { width: 48, height: 64 }),
})
