import { totalmem } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import { startPostgres } from '../../server/src/kit/embedded-postgres/supervisor.ts'
import { openResources } from '../../server/src/resources.ts'
import { type Benchmark, say, table } from '../harness/benchmark.ts'
import { cacheFolder } from '../harness/data-folder.ts'
import { formatMs, formatNumber, median, percentile } from '../harness/figures.ts'
import { productSettings } from '../harness/servers.ts'
import { listingKinds } from './listing-kinds.ts'
import { type Measurement, measureSearches, prepareLibrary } from './searches.ts'

/** Shared buffers of PostgreSQL: a quarter of the memory, as its documentation advises for large libraries. */
const BUFFERS_MB = Math.min(8192, Math.floor(totalmem() / 4 / 2 ** 20))

export const scale: Benchmark = {
  name: 'scale',
  description: 'Every listing of a large library (--images) through the index and by plain SQL, in one run.',

  async run({ images = 1_000_000 }) {
    const folder = join(await cacheFolder(), `scale-${images}`)
    const postgres = await startPostgres(join(folder, 'postgres'), { settings: { shared_buffers: `${BUFFERS_MB}MB` } })
    const settings = { ...productSettings(folder), WORD_TABLES: 'off', DATABASE_URL: postgres.url }
    const resources = await openResources(readConfig({ ...process.env, ...settings }))
    try {
      await prepareLibrary(resources, images)
      return { lines: await measureListings(images, measureSearches(resources, images)), file: `scale-${images}.md` }
    } finally {
      await resources.stop()
      await postgres.stop()
    }
  },
}

async function measureListings(images: number, { ofKind, warmUp }: ReturnType<typeof measureSearches>) {
  await warmUp()
  const rows: string[][] = []
  for (const kind of listingKinds) {
    const [one, eight] = [await ofKind(kind, 'index', 1, 60), await ofKind(kind, 'index', 8, 400)]
    const plain = await ofKind(kind, 'plain SQL', 1, 20)
    rows.push([
      kind,
      ...[formatMs(median(one.times)), formatMs(percentile(one.times, 0.95)), formatCpuTime(one)],
      ...[formatMs(median(eight.times)), formatNumber(Math.round(eight.perSecond))],
      ...[formatMs(median(plain.times)), formatCpuTime(plain), (median(plain.times) / median(one.times)).toFixed(1)],
    ])
    say(rows.at(-1)!.join('  ')) // a failure hours later leaves what was measured
  }
  const ofIndex = ['index', 'p95', 'processor', 'eight at once', 'answers/s']
  return [
    `# ${formatNumber(images)} published images`,
    '',
    'Milliseconds of a listing: its exact count and 100 cards. Processor time: web process + PostgreSQL.',
    '',
    ...table(['listing', ...ofIndex, 'plain SQL', 'processor', 'factor'], rows),
  ]
}

const formatCpuTime = ({ webCpu, databaseCpu }: Measurement) => `${webCpu.toFixed(1)} + ${databaseCpu.toFixed(1)}`
