import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import { lockImages, setStatus } from '../../server/src/features/images/images.sql.ts'
import { syncReadModel } from '../../server/src/features/publishing/read-model.ts'
import { applyIndexQueue } from '../../server/src/features/search/inverted-index/indexer.ts'
import type { Database } from '../../server/src/kit/database/pool.ts'
import { childrenCpuTime, postmasterPid } from '../harness/cpu-time.ts'

/** Measured with one client or several concurrent ones, each of which waits for its answer before the next question. */
export interface Measurement {
  /** Milliseconds of each answer. */
  times: number[]
  /** Answers a second. */
  perSecond: number
  /** Milliseconds of processor time per answer, of the web process and, where the system reports it, of PostgreSQL. */
  webCpu: number
  databaseCpu?: number
}

/** Runs the questions with a number of concurrent clients. */
export async function measure(
  db: Database,
  questions: Iterator<unknown>,
  clients: number,
  answer: (question: never) => Promise<unknown>,
): Promise<Measurement> {
  const times: number[] = []
  const postmaster = await postmasterPid(db)
  const [web, database, start] = [process.cpuUsage(), childrenCpuTime(postmaster), performance.now()]
  const client = async () => {
    for (let next = questions.next(); !next.done; next = questions.next()) {
      const began = performance.now()
      await answer(next.value as never)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(web)
  const used = database === undefined ? undefined : childrenCpuTime(postmaster)! - database
  return {
    times,
    perSecond: times.length / seconds,
    webCpu: (user + system) / 1000 / times.length,
    databaseCpu: used === undefined ? undefined : used / times.length,
  }
}

export interface Approvals {
  /** Milliseconds of an approval, with and without the read model. */
  withReadModel: number[]
  withoutReadModel: number[]
  /** Milliseconds per image of applying the index queue. */
  indexing: number
  /** Milliseconds of 1,000 approvals at once, and of listings before and meanwhile. */
  bulk: number
  idle: number[]
  duringBulk: number[]
}

const bulkSize = 1_000

/** Approves images that it unpublishes first. `read` is one listing of a visitor. */
export async function measureApprovals(
  db: Database,
  backgroundDb: Database,
  read: () => Promise<unknown>,
): Promise<Approvals> {
  const { rows } = await sql<{ id: number }>`
    select id from images where pub_no is not null order by id limit ${bulkSize * 2}`.execute(db)
  const ids = rows.map((row) => row.id)
  await restoreKeywords(db, ids)
  for (let at = 0; at < ids.length; at += 500) await setStatusOf(db, ids.slice(at, at + 500), 'pending')
  await emptyIndexQueue(backgroundDb)
  const [whole, without]: [number[], number[]] = [[], []]
  for (const [at, id] of ids.slice(0, 600).entries()) {
    if (at % 2) whole.push(await timeOf(() => setStatusOf(db, [id], 'approved')))
    else without.push(await timeOf(() => approveWithoutReadModel(db, id)))
  }
  const unpublished = ids.slice(0, 600).filter((_, at) => at % 2 === 0)
  await db.transaction().execute((tx) => syncReadModel(tx, unpublished))
  const indexing = (await timeOf(() => emptyIndexQueue(backgroundDb))) / 600
  const quiet: number[] = []
  for (let run = 0; run < 100; run++) quiet.push(await timeOf(read))
  const meanwhile: number[] = []
  let isOver = false
  const keepReading = async () => {
    while (!isOver) meanwhile.push(await timeOf(read))
  }
  const reading = keepReading()
  const together = await timeOf(async () => {
    for (let at = 0; at < bulkSize; at += 500)
      await setStatusOf(db, ids.slice(bulkSize + at, bulkSize + at + 500), 'approved')
  })
  isOver = true
  await reading
  await emptyIndexQueue(backgroundDb)
  await setStatusOf(db, ids.slice(600, bulkSize), 'approved')
  await emptyIndexQueue(backgroundDb)
  return {
    withReadModel: whole,
    withoutReadModel: without,
    indexing,
    bulk: together,
    idle: quiet,
    duringBulk: meanwhile,
  }
}

async function emptyIndexQueue(db: Database) {
  while (await applyIndexQueue(db));
}

/** Approvals read the images' keywords, which the synthetic library holds in the read model alone. */
async function restoreKeywords(db: Database, ids: number[]) {
  await sql`
    insert into image_keyword (image_id, keyword_id, position)
    select image_id, keyword_id, position
    from published, unnest(keyword_ids) with ordinality as keyword (keyword_id, position)
    where image_id = any(${ids}::bigint[]) on conflict do nothing`.execute(db)
}

const setStatusOf = (db: Database, ids: number[], status: ImageStatus) =>
  db.transaction().execute(async (transaction) => {
    await setStatusAlone(transaction, ids, status)
    await syncReadModel(transaction, ids)
  })

const approveWithoutReadModel = (db: Database, id: number) =>
  db.transaction().execute((transaction) => setStatusAlone(transaction, [id], 'approved'))

async function setStatusAlone(transaction: Database, ids: number[], status: ImageStatus) {
  await lockImages(transaction, ids)
  await setStatus(transaction, ids, status)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
