import { readFile } from 'node:fs/promises'
import { say } from '../harness/benchmark.ts'
import { startProcess } from '../harness/benchmark-process.ts'
import type { Comparison } from '../harness/comparison.ts'
import { register, signIn } from '../harness/contributor.ts'
import { samplePngs } from '../harness/sample-pngs.ts'

/** Picture processes on each side, and uploads at a time: one is received while another is measured. */
const [PROCESSES, UPLOADS] = [2, 4]
/** Several, since the last free process does not take a second slow picture of the same person. */
const PEOPLE = 2

/** Files that are taken at a time: whatever else the machine does meets both sides. */
const BATCH = 40

/** Uploads through HTTP, beside sharp that makes the same previews and measures of the same files. */
export async function compareUploads(url: string): Promise<Comparison> {
  say('Uploads …')
  const files = await samplePngs(200)
  const contributors = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, at) => signIn(url, await register(url, `person${at}at${Date.now()}`))),
  )
  const upload = (number: number) => async (file: string) => {
    const { status } = await contributors[number % PEOPLE]!.upload(await readFile(file))
    if (status >= 300) throw new Error(`The upload of ${file} was answered with ${status}.`)
  }
  const bare = Array.from({ length: PROCESSES }, () =>
    startProcess<string, true>(new URL('./sharp-process.ts', import.meta.url)),
  )
  const runs = { vitrine: { perSecond: [] as number[] }, baseline: { perSecond: [] as number[] } }
  const takers = {
    vitrine: Array.from({ length: UPLOADS }, (_, at) => upload(at)),
    baseline: bare.map(({ ask }) => ask),
  }
  // The first files start every process.
  for (const some of Object.values(takers)) await shareOut(files.splice(0, PROCESSES * 2), some)
  for (let at = 0; at < files.length; at += BATCH)
    for (const side of at % (BATCH * 2) ? (['baseline', 'vitrine'] as const) : (['vitrine', 'baseline'] as const)) {
      const some = files.slice(at, at + BATCH)
      const began = performance.now()
      await shareOut(some, takers[side])
      runs[side].perSecond.push((some.length * 1000) / (performance.now() - began))
    }
  await Promise.all(bare.map((one) => one.end()))
  return { label: 'uploads, beside sharp and the measures', unit: 'files/s', target: 0.8, ...runs }
}

/** Each taker is handed the next file when it has done the last one. */
async function shareOut(files: string[], takers: ((file: string) => Promise<unknown>)[]): Promise<void> {
  const waiting = files.values()
  await Promise.all(
    takers.map(async (take) => {
      for (const file of waiting) await take(file)
    }),
  )
}
