// Measurements of this machine, none of them asserted: `npm run bench` lists them, `npm run bench -- <name>` runs one.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from './backup/backup.ts'
import { bytes } from './bytes/bytes.ts'
import { crash } from './crash/crash.ts'
import { findFaults } from './faults/find-faults.ts'
import { gallery } from './gallery/gallery.ts'
import { halves } from './harness/benchmark.ts'
import { load } from './load/load.ts'
import { scale } from './scale/scale.ts'
import { search } from './search/search.ts'
import { truth } from './truth/truth.ts'
import { twins } from './twins/twins.ts'

const benchmarks = [gallery, load, bytes, scale, search, twins, truth, backup, crash, findFaults]

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      images: { type: 'string' },
      half: { type: 'string', default: 'held-out' },
      seed: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
    },
    allowPositionals: true,
  })
  const unknown = positionals.find((name) => !benchmarks.some((one) => one.name === name))
  if (unknown) throw new Error(`There is no benchmark "${unknown}".\n\n${usage}`)
  const half = halves.find((one) => one === values.half)
  if (!half) throw new Error(`--half takes ${halves.join(' or ')}.`)
  const images = values.images ? Number(values.images) : undefined
  const options = { half, images, seed: values.seed, only: values.only.split(',').filter(Boolean) }
  if (!positionals.length) console.log(usage)
  for (const { run } of benchmarks.filter(({ name }) => positionals.includes(name))) {
    const { lines, file, hasFailed } = await run(options)
    console.log(lines.join('\n'))
    if (file) await keep(file, lines)
    if (hasFailed) process.exitCode = 1
  }
}

/** Keeps a report beside the code that it measured. */
async function keep(file: string, lines: string[]) {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, file), `${lines.join('\n')}\n`)
}

const usage = [
  'npm run bench -- <name> … [--images 1000000] [--half tuned|held-out] [--seed 2] [--only upload,…]',
  '',
  ...benchmarks.map(({ name, description }) => `  ${name.padEnd(10)} ${description}`),
].join('\n')

main().then(
  () => process.exit(),
  (error) => {
    console.error((error as Error).message)
    process.exit(1)
  },
)
