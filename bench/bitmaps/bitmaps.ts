import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Benchmark } from '../harness/comparison.ts'
import { writeResults } from '../harness/results-file.ts'

const folder = import.meta.dirname
const sizes = [1_000_000, 10_000_000]

/** Milliseconds of processor time of one answer. */
interface Timing {
  label: string
  own: number
  /** roaring-wasm, one bitmap for each of the product's segments. */
  bySegment: number
  /** roaring-wasm, one bitmap for a whole posting list. */
  roaring: number
}

interface BitmapResults {
  images: number
  results: Timing[]
  /** Bytes of a posting list as it is stored. */
  sizes: { name: string; own: number; roaring: number }[]
}

/** The figures of decision 0029. */
export const bitmaps: Benchmark<BitmapResults[]> = {
  name: 'bitmaps',
  description: 'Posting lists of 1 and 10 million images: the product’s bitmaps beside roaring-wasm.',

  async run(say) {
    // A lockfile of its own, so that the product's installation stays without it.
    if (!existsSync(join(folder, 'node_modules'))) execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 2, 2] })
    const all = sizes.map((images) => {
      say(`${images.toLocaleString('en')} images`)
      const script = [join(folder, 'measure.mjs'), String(images)]
      const output = execFileSync(process.execPath, script, { stdio: ['ignore', 'pipe', 2], encoding: 'utf8' })
      return JSON.parse(output) as BitmapResults
    })
    await writeResults('bitmaps.md', report(all))
    return all
  },

  print: (all) => console.log(report(all).join('\n')),
}

function report(all: BitmapResults[]): string[] {
  const ms = (value: number) => value.toFixed(value < 0.1 ? 4 : 3)
  return all.flatMap(({ images, results, sizes }) => [
    `# ${images.toLocaleString('en')} images`,
    '',
    '| ms of processor time of one answer | own | roaring by segment | ratio | roaring, whole list | ratio |',
    '|---|---|---|---|---|---|',
    ...results.map(({ label, own, bySegment, roaring }) => {
      const [first, second] = [bySegment, roaring].map((value) => `${ms(value)} | ${(value / own).toFixed(2)}`)
      return `| ${label} | ${ms(own)} | ${first} | ${second} |`
    }),
    '',
    `Stored bytes, own / roaring: ${sizes.map(({ name, own, roaring }) => `${name} ${own} / ${roaring}`).join(', ')}.`,
    '',
  ])
}
