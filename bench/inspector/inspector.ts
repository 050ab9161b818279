import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Finding, isFault } from '@vitrine/contract/measures/findings'
import { measurePicture } from '@vitrine/contract/measures/measure-picture'
import sharp from 'sharp'
import type { Benchmark } from '../harness/comparison.ts'
import { median } from '../harness/median.ts'
import { writeResults } from '../harness/results-file.ts'
import { type Half, halves } from '../search/questions/question.ts'
import { hashOf, seededRandom } from '../search/questions/random.ts'
import { rawSharp, toCanvas } from '../truth/canvas.ts'
import { checkerboards } from '../truth/fakes/checkerboards.ts'
import { badCutOuts } from '../truth/fakes/cut-outs.ts'
import { flatFakes } from '../truth/fakes/flat.ts'
import { type LibraryHalf, libraryHalf, subjectsOf } from '../truth/subjects.ts'
import { openInspectorPage } from './inspector-page.ts'

interface InspectorResults {
  half: Half
  sets: AgreementResults[]
}

/** How often browser and server find the same in the files of a set. */
interface AgreementResults {
  name: string
  count: number
  sameFaults: number
  sameFindings: number
  /** Files that the browser could not measure. */
  unmeasured: number
  /** Milliseconds in the browser, thumbnail and hashes included. */
  ms: number[]
  /** What differs. */
  differences: string[]
}

interface NamedFile {
  name: string
  png: Buffer
}

/** Files of each of the two sets. */
const setSize = 500

/** Whether the upload page finds in a file what the server finds. */
export const inspector: Benchmark<InspectorResults> = {
  name: 'inspector',
  description: 'Agreement of the upload page’s findings with the server’s, in Chromium; --half tuned|held-out.',

  async run(say, options) {
    const half = halves.find((one) => one === options.half)
    if (!half) throw new Error(`--half takes ${halves.join(' or ')}.`)
    const library = await libraryHalf(half)
    const page = await openInspectorPage()
    const sets: AgreementResults[] = []
    for (const [name, files] of [
      ['openclipart', libraryFiles(library)],
      ['fakes', fakeFiles(library)],
    ] as const) {
      const results = await compareFindings(name, files, page.inspect)
      say(`${name}: the same faults in ${results.sameFaults} of ${results.count}`)
      for (const difference of results.differences) say(`  ${difference}`)
      sets.push(results)
    }
    await page.close()
    if (half === 'held-out') await writeResults('inspector.md', report({ half, sets }))
    return { half, sets }
  },

  print: (results) => console.log(report(results).join('\n')),
}

/** Spread evenly over the half. */
async function* libraryFiles({ folder, files }: LibraryHalf): AsyncGenerator<NamedFile> {
  for (let number = 0; number < setSize; number++) {
    const name = files[Math.floor((number * files.length) / setSize)]!
    yield { name, png: await readFile(`${folder}/${name}`) }
  }
}

/** The kinds of fakes in turn. */
async function* fakeFiles(library: LibraryHalf): AsyncGenerator<NamedFile> {
  const kinds = [...checkerboards, ...flatFakes, ...badCutOuts]
  const random = seededRandom(hashOf(`inspector ${library.half}`))
  const subjects = subjectsOf(library, random)
  for (let number = 0; number < setSize; number++) {
    const kind = kinds[number % kinds.length]!
    const png = await rawSharp(await kind.draw(random, subjects))
      .png()
      .toBuffer()
    yield { name: `${kind.name} ${Math.floor(number / kinds.length)}`, png }
  }
}

async function compareFindings(
  name: string,
  files: AsyncGenerator<NamedFile>,
  inspect: (png: Buffer) => Promise<{ findings?: Finding[]; ms: number }>,
): Promise<AgreementResults> {
  const results: AgreementResults = {
    name,
    count: 0,
    sameFaults: 0,
    sameFindings: 0,
    unmeasured: 0,
    ms: [],
    differences: [],
  }
  for await (const { name, png } of files) {
    const { pixels, width, height } = await toCanvas(sharp(png))
    const byServer = measurePicture(pixels, width, height).findings
    const { findings: byBrowser, ms } = await inspect(png)
    results.count++
    results.ms.push(ms)
    if (!byBrowser) results.unmeasured++
    if (isDeepStrictEqual(byBrowser, byServer)) results.sameFindings++
    if (byBrowser && faultsOf(byBrowser) === faultsOf(byServer)) results.sameFaults++
    else
      results.differences.push(
        `${name}: ${faultsOf(byBrowser ?? [])} in the browser, ${faultsOf(byServer)} on the server`,
      )
  }
  return results
}

const faultsOf = (findings: Finding[]) =>
  findings
    .filter(isFault)
    .map(({ kind }) => kind)
    .join(', ') || 'nothing'

function report({ half, sets }: InspectorResults): string[] {
  return [
    '# Inspector: what the upload page finds in files, and what the server finds',
    '',
    `Files of the ${half} half, each decoded and measured by the upload page's worker in Chromium, and by sharp and`,
    'the same measures in Node. "Findings" are all numbers and places, "faults" the kinds of faults.',
    '',
    '| files | count | same faults | same findings | not measured | ms, median | ms, p95 |',
    '|---|---|---|---|---|---|---|',
    ...sets.map(({ name, count, sameFaults, sameFindings, unmeasured, ms }) => {
      const p95 = ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.95)]!
      const cells = [name, count, sameFaults, sameFindings, unmeasured, median(ms).toFixed(0), p95.toFixed(0)]
      return `| ${cells.join(' | ')} |`
    }),
    '',
    ...sets.flatMap(({ differences }) => differences.map((difference) => `- ${difference}`)),
  ]
}
