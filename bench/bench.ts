// Measurements of this machine, none of them asserted: `npm run bench` lists them, `npm run bench -- <name>` runs one.
import { parseArgs } from 'node:util'
import { backOfficeLists } from './back-office/back-office-lists.ts'
import { backup } from './backup/backup.ts'
import { bitmaps } from './bitmaps/bitmaps.ts'
import { bytes } from './bytes/bytes.ts'
import { proxied } from './bytes/proxied.ts'
import { crash } from './crash/crash.ts'
import { fairness } from './fairness/fairness.ts'
import { findFaults } from './faults/find-faults.ts'
import { gallery } from './gallery/gallery.ts'
import type { Benchmark, BenchmarkOptions } from './harness/comparison.ts'
import { ingest } from './ingest/ingest.ts'
import { inspector } from './inspector/inspector.ts'
import { lighthouse } from './lighthouse/lighthouse.ts'
import { load } from './load/load-ramp.ts'
import { overload } from './load/overload.ts'
import { previews } from './previews/previews.ts'
import { review } from './review/review.ts'
import { scale } from './scale/scale.ts'
import { search } from './search/search.ts'
import { signIn } from './sign-in/sign-in.ts'
import { soak } from './soak/soak.ts'
import { takeDowns } from './take-downs/take-downs.ts'
import { truth } from './truth/truth.ts'
import { twins } from './twins/twins.ts'
import { zip } from './zip/zip.ts'

const benchmarks = [
  runnable(bitmaps),
  runnable(bytes),
  runnable(proxied),
  runnable(crash),
  runnable(ingest),
  runnable(previews),
  runnable(gallery),
  runnable(lighthouse),
  runnable(signIn),
  runnable(backOfficeLists),
  runnable(review),
  runnable(search),
  runnable(twins),
  runnable(scale),
  runnable(load),
  runnable(overload),
  runnable(fairness),
  runnable(truth),
  runnable(inspector),
  runnable(zip),
  runnable(backup),
  runnable(soak),
  runnable(takeDowns),
  runnable(findFaults),
]

/** Each prints results of its own kind. */
function runnable<Results>({ name, description: about, run, print }: Benchmark<Results>) {
  const measure = async (options: BenchmarkOptions, asJson = false) => {
    const results = await run((line) => console.error(line), options)
    if (asJson) console.log(JSON.stringify({ name, results }))
    else print(results)
  }
  return { name, about, measure }
}

async function main() {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: 'boolean' },
      images: { type: 'string', default: '1000000' },
      minutes: { type: 'string', default: '30' },
      half: { type: 'string', default: 'held-out' },
      only: { type: 'string', default: '' },
    },
    allowPositionals: true,
  })
  const unknown = positionals.filter((name) => !benchmarks.some((one) => one.name === name))
  if (unknown.length) throw new Error(`There is no benchmark "${unknown[0]}".\n\n${usage()}`)
  if (!positionals.length) return console.log(usage())
  for (const one of benchmarks.filter(({ name }) => positionals.includes(name)))
    await one.measure(
      { images: Number(values.images), minutes: Number(values.minutes), half: values.half, only: values.only },
      values.json,
    )
}

const usage = () =>
  [
    'npm run bench -- <name> … [--json] [--images 1000000] [--minutes 30] [--half tuned|held-out] [--only upload,…]',
    '',
    ...benchmarks.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`),
  ].join('\n')

main().then(
  () => process.exit(),
  (error) => {
    console.error((error as Error).message)
    process.exit(1)
  },
)
