// Finding and deciding among generated rows (--images) in the product's own PostgreSQL.
import { join } from 'node:path'
import { planesLength } from '@vitrine/contract/calls/back-office/uploads'
import { sql } from 'kysely'
import { readConfig } from '../../server/src/config.ts'
import { nearRows } from '../../server/src/features/images/files/file-facts.sql.ts'
import { findLookAlikes } from '../../server/src/features/images/look-alikes/images-alike.ts'
import { hashBits, zeroBits } from '../../server/src/imaging/measures/similarity/dct-hash.ts'
import { type Orientation, orientPlane } from '../../server/src/imaging/measures/similarity/orientations.ts'
import {
  coarseSide,
  type PerceptualRow,
  planesOf,
  rowOfPlanes,
} from '../../server/src/imaging/measures/similarity/perceptual-row.ts'
import type { Database } from '../../server/src/kit/database/statements.ts'
import { openResources } from '../../server/src/resources.ts'
import { say } from '../harness/benchmark.ts'
import { cacheFolder } from '../harness/data-folder.ts'
import { type Random, seededRandom } from '../harness/random.ts'
import { productSettings } from '../harness/servers.ts'
import type { Picture } from './clip-art.ts'

/** Of each search: milliseconds, and the number of candidates. */
export interface CandidateSearch {
  candidates: number[]
  /** Deciding finds the candidates again. */
  decision: number[]
  count: number[]
}

/** Searches that are measured, after so many that warm up. */
const [searches, warmUp] = [200, 40]
const batchSize = 2000

export async function measureCandidates(pictures: Picture[], rows: number): Promise<CandidateSearch> {
  const settings = { ...productSettings(join(await cacheFolder(), `twins-${rows}`)), WORD_TABLES: 'off' }
  const resources = await openResources(readConfig({ ...process.env, ...settings }))
  const { db, backgroundDb } = resources
  try {
    const samples = pictures.map(({ row }) => row)
    await fill(backgroundDb, samples, rows)
    const random = seededRandom(rows)
    const all: CandidateSearch = { candidates: [], decision: [], count: [] }
    for (let n = -warmUp; n < searches; n++) {
      const row = mixture(samples, random)
      const began = performance.now()
      const near = await nearRows(db, row)
      const found = performance.now()
      await findLookAlikes(db, row)
      if (n < 0) continue
      all.candidates.push(found - began)
      all.decision.push(performance.now() - found)
      all.count.push(near.length)
    }
    return all
  } finally {
    await resources.stop()
  }
}

/** Adds rows up to the wanted number; those of an earlier run stay. */
async function fill(db: Database, samples: PerceptualRow[], wanted: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from perceptual_row`.execute(db)
  for (let at = rows[0]!.n; at < wanted; at += batchSize) {
    const random = seededRandom(at + 1)
    const many = Math.min(batchSize, wanted - at)
    await insert(
      db,
      at,
      Array.from({ length: many }, () => mixture(samples, random)),
    )
    if (at % 100_000 === 0) say(`${at} rows`)
  }
  await sql`vacuum analyze perceptual_row`.execute(db)
}

async function insert(db: Database, at: number, rows: PerceptualRow[]): Promise<void> {
  const names = rows.map((_, index) => (at + index).toString(16).padStart(64, '0'))
  await sql`
    insert into file (sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours, preview_version)
    select sha256, 1, 1, 1, 0, 0, '[]', 1 from unnest(${names}::text[]) as sha256`.execute(db)
  await sql`
    insert into perceptual_row (sha256, aspect, mean_opacity, zeros, hash, planes)
    select sha256, aspect, opacity, zeros::bit(64), hash::bit(128), planes
    from unnest(
      ${names}::text[],
      ${rows.map(({ aspect }) => aspect)}::smallint[], ${rows.map(({ opacity }) => opacity)}::smallint[],
      ${rows.map(({ hash }) => zeroBits(hash))}::text[], ${rows.map(({ hash }) => hashBits(hash))}::text[],
      ${rows.map(({ planes }) => Buffer.from(planes))}::bytea[]
    ) as row (sha256, aspect, opacity, zeros, hash, planes)`.execute(db)
}

/** A mixture of two rows, its edges in one of four orientations: as different as pictures of one library are. */
function mixture(samples: PerceptualRow[], random: Random): PerceptualRow {
  const [one, other] = [random.pick(samples), random.pick(samples)]
  const share = 0.55 + 0.45 * random.next()
  const planes = new Uint8Array(planesLength)
  for (let at = 0; at < planesLength; at++) planes[at] = one.planes[at]! * share + other.planes[at]! * (1 - share)
  const { edges } = planesOf({ planes })
  edges.set(orientPlane(edges, coarseSide, Math.floor(random.next() * 4) as Orientation).slice())
  return rowOfPlanes(Math.round(one.aspect * share + other.aspect * (1 - share)), planes)
}
