import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { colours } from '@vitrine/contract/vocabulary/colours'
import { drawings } from '../../server/src/features/demo/demo-drawings.ts'
import { aPng } from '../../server/test/png.ts'
import { cacheFolder } from '../harness/cache-folder.ts'
import { runCli } from '../harness/run-cli.ts'

/**
 * A data folder with this many published images, made by the operator's commands and reused by the next run. Heavy
 * files have 16 to 256 kB, so that downloads send a realistic body.
 */
export async function galleryDataFolder(
  images: number,
  say: (line: string) => void,
  areHeavy = false,
): Promise<string> {
  const data = join(await cacheFolder(), `gallery-${images}${areHeavy ? '-heavy' : ''}`)
  if (existsSync(data)) return data
  say(`Filling a library with ${images} images, once …`)
  const unfinished = `${data}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const pictures = join(unfinished, 'pictures')
  await drawPngs(pictures, images, areHeavy)
  runCli(unfinished, ['admin', '--email', 'curator@people.example', '--username', 'curator', '--password-stdin'])
  runCli(unfinished, ['import', pictures, '--status', 'approved', '--category-from-folder', '--keywords-from-path'])
  await rename(unfinished, data)
  return data
}

/** Small images, since a listing sends no pixels; the demonstration's names give titles words of natural length. */
async function drawPngs(folder: string, images: number, areHeavy: boolean) {
  const named = categories.flatMap(({ name, value }) => drawings[value].map((drawing) => join(name, drawing)))
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
