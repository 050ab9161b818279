import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawings } from '../../server/src/features/demo/demo-drawings.ts'
import { PngValidator } from '../../server/src/imaging/png/png-validator.ts'
import { cacheFolder } from '../harness/cache-folder.ts'

/** Debian's package openclipart-png: 6,900 public-domain pictures, and links to them. */
const clipArt = '/usr/share/openclipart/png'

export interface Sample {
  folder: string
  /** Sound PNGs, no two with the same bytes: the second would cost the product nothing. */
  files: string[]
  description: string
}

/** `count` files spread evenly over Debian's clip art; where that is missing, of the demonstration's drawings. */
export async function samplePngs(count: number): Promise<Sample> {
  const folder = existsSync(clipArt) ? clipArt : await drawSamples(count)
  const all = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png')).sort()
  const step = Math.max(Math.floor(all.length / count), 1)
  const seen = new Set<string>()
  const files: string[] = []
  // Every step-th file, then their neighbours for those that are doubles or not sound.
  for (let first = 0; first < step; first++)
    for (let n = first; n < all.length && files.length < count; n += step) {
      const file = join(folder, all[n]!)
      if (await isUniqueAndValid(file, seen)) files.push(file)
    }
  return {
    folder,
    files,
    description: folder === clipArt ? 'clip art of openclipart-png' : 'drawings of Noto Emoji, 1024 px',
  }
}

async function isUniqueAndValid(file: string, seen: Set<string>): Promise<boolean> {
  const bytes = await readFile(file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (seen.has(hash)) return false
  seen.add(hash)
  try {
    const validator = new PngValidator()
    validator.push(bytes)
    validator.end()
    const { channels } = await sharp(bytes).stats()
    return channels[3]?.max !== 0 // an empty picture is refused
  } catch {
    return false
  }
}

async function drawSamples(count: number): Promise<string> {
  const folder = join(await cacheFolder(), 'drawings')
  await mkdir(folder, { recursive: true })
  const { icons } = createRequire(join(import.meta.dirname, '../../server/'))('@iconify-json/noto/icons.json')
  for (const name of Object.values(drawings).flat().slice(0, count)) {
    const file = join(folder, `${name}.png`)
    if (existsSync(file)) continue
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 144 144" width="1024" height="1024">${icons[name].body}</svg>`
    await writeFile(file, await sharp(Buffer.from(svg)).png().toBuffer())
  }
  return folder
}
