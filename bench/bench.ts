// Measurements of this machine, none of them asserted: `npm run bench` lists them, `npm run bench -- <name>` runs one.
import { parseArgs } from 'node:util'
import { type Benchmark, printComparisons } from './comparison.ts'
import { gallery } from './gallery.ts'
import { ingest } from './ingest.ts'

const benchmarks: Benchmark[] = [ingest, gallery]

async function main() {
  const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
  const unknown = positionals.filter((name) => !benchmarks.some((one) => one.name === name))
  if (unknown.length) throw new Error(`There is no benchmark "${unknown[0]}".\n\n${list()}`)
  if (!positionals.length) return console.log(list())
  for (const { name, run } of benchmarks.filter((one) => positionals.includes(one.name))) {
    const results = await run((line) => console.error(line))
    if (values.json) console.log(JSON.stringify({ name, results }))
    else printComparisons(results)
  }
}

const list = () =>
  [
    'npm run bench -- <name> … [--json]',
    '',
    ...benchmarks.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`),
  ].join('\n')

main().then(
  () => process.exit(0),
  (error) => {
    console.error((error as Error).message)
    process.exit(1)
  },
)
