import type { CrashOrder } from './crash-order.ts'
import type { CrashSite } from './crash-site.ts'
import { findDamage } from './library-check.ts'
import type { Operation } from './operation.ts'

interface EnumerationOptions {
  detail?: CrashOrder['detail']
  first?: number
  step?: number
}

/**
 * Kills the site at the first point of an operation, then at the second, and so on until the operation is over before
 * the point is reached; after each kill the site is started again on the same data. Several sites share the points.
 * Returns the points that the whole operation passes, and where it was killed, with what was wrong after each.
 */
export async function enumerateCrashes(
  site: CrashSite,
  operation: Operation,
  { detail = 'calls', first = 1, step = 1 }: EnumerationOptions = {},
) {
  const kills: { point: string; problems: string[] }[] = []
  const order = { scope: operation.scope, detail }
  for (let at = first; ; at += step) {
    const material = await operation.prepare(site, at)
    await site.order({ ...order, at })
    const isAcknowledged = await operation.run(site, material)
    const points = await site.order({ ...order, at: 'end' })
    if (points && !isAcknowledged) throw new Error(`${operation.name} fails without a crash.`)
    if (points) return { points, kills }
    const point = await site.end()
    await site.start()
    kills.push({ point, problems: await problemsAfter(site, operation, material, isAcknowledged) })
  }
}

async function problemsAfter(site: CrashSite, operation: Operation, material: unknown, isAcknowledged: boolean) {
  const problems = await operation.check(site, material, isAcknowledged)
  problems.push(...(await findDamage(site)))
  if (isAcknowledged) return problems
  // PostgreSQL may take a moment to notice that the killed process holds its locks no longer.
  for (let tries = 0; tries < REPETITIONS; tries++)
    if (await operation.run(site, material)) return [...problems, ...(await operation.check(site, material, true))]
  return [...problems, 'It cannot be repeated.']
}

/** The first that is refused waits two seconds for the lock. */
const REPETITIONS = 5
