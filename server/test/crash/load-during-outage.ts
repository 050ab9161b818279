import type { CrashSite } from './crash-site.ts'
import { findDamage } from './library-check.ts'
import { MixedLoad } from './mixed-load.ts'

export interface Outage {
  begin(): Promise<unknown>
  /** Until it is to end. */
  lasts(load: MixedLoad): Promise<unknown>
  end(): Promise<unknown>
}

const CLIENTS = 4

/** Works before, during and after an outage, and compares what was acknowledged with what is there. */
export async function loadDuringOutage(site: CrashSite, { begin, lasts, end }: Outage) {
  const load = new MixedLoad(site)
  const running = load.run(CLIENTS)
  await site.until(async () => load.acknowledged > 5)
  await begin()
  await lasts(load)
  await end()
  const before = load.acknowledged
  const isHealed = await site.until(async () => load.acknowledged > before + 5)
  load.stop()
  await running
  const problems = isHealed ? [] : ['Nothing is acknowledged after the outage.']
  if (!site.isRunning) problems.push('The process has ended.')
  problems.push(...(await load.compare()), ...(await findDamage(site)))
  return { problems, refusals: [...load.refusals].sort(), acknowledged: load.acknowledged }
}
