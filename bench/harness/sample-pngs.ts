import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { PngValidator } from '../../server/src/imaging/png/png-validator.ts'

/** Debian's package openclipart-png: 6,900 public-domain pictures, and links to them. */
export const clipArtFolder = '/usr/share/openclipart/png'

/**
 * `count` files spread evenly over the clip art: sound PNGs, no two with the same bytes, since the second would cost
 * the product nothing.
 */
export async function samplePngs(count: number): Promise<string[]> {
  const all = await clipArtPaths()
  const step = Math.max(Math.floor(all.length / count), 1)
  const seen = new Set<string>()
  const files: string[] = []
  // Every step-th file, then their neighbours for those that are doubles or not sound.
  for (let first = 0; first < step; first++)
    for (let n = first; n < all.length && files.length < count; n += step) {
      const file = join(clipArtFolder, all[n]!)
      if (await isUniqueAndValid(file, seen)) files.push(file)
    }
  return files
}

/** Below `clipArtFolder`, in order. */
export async function clipArtPaths(): Promise<string[]> {
  if (!existsSync(clipArtFolder)) throw new Error(`Install Debian's package openclipart-png: ${clipArtFolder}.`)
  return (await readdir(clipArtFolder, { recursive: true })).filter((name) => name.endsWith('.png')).sort()
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
