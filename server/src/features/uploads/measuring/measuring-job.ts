import { setTimeout as sleep } from 'node:timers/promises'
import { galleryChanged } from '#features/publishing/read-model'
import { queueLength } from '#features/search/inverted-index/index-writer.sql'
import { unlessLocked } from '#kit/database/advisory-locks'
import { notify } from '#kit/database/notifications'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Logger } from '#kit/logger'
import { type MeasuringDeps, measureAgain } from './measure-again.ts'
import { outdatedFileCount, outdatedFiles } from './outdated-files.sql.ts'

/** Held while outdated files are measured: one process of the site, or the command line. */
export const measuringLock = 'measuring'

/** Files that are looked up at a time. */
const batchSize = 50
/** With more queued images than these the job waits for the next minute, because searches evaluate each of them. */
const maxQueued = 1_000

/**
 * Measures files of an older version, for up to 50 seconds of every minute on one of the processes. Its pauses are as
 * long as its work, so that it takes half of one worker at most.
 */
export const measuringJobs = (deps: MeasuringDeps, log: Pick<Logger, 'info' | 'warn'>): JobModule => ({
  minutely: {
    measure_outdated_files: async (_, { abortSignal }) => {
      const signal = AbortSignal.any([AbortSignal.timeout(50_000), abortSignal])
      await unlessLocked(deps.backgroundDb, measuringLock, () => measureOutdated(deps, { log, signal }))
    },
  },
})

/** Measures outdated files until there are none, or the signal aborts. */
export async function measureOutdated(
  deps: MeasuringDeps,
  { log, signal }: { log: Pick<Logger, 'info' | 'warn'>; signal: AbortSignal },
): Promise<void> {
  const { backgroundDb } = deps
  let measured = 0
  while (!signal.aborted) {
    if ((await queueLength(backgroundDb, maxQueued)) >= maxQueued) break
    const files = await outdatedFiles(backgroundDb, batchSize)
    if (!files.length) break
    for (const file of files) {
      const began = performance.now()
      if (signal.aborted) break
      const problem = await measureAgain(deps, file, signal).catch((error) => {
        if (!signal.aborted) throw error
        return null
      })
      if (problem) log.warn({ problem }, 'A file is left unmeasured')
      measured++
      await sleep(performance.now() - began, undefined, { signal }).catch(() => {})
    }
  }
  if (!measured) return
  await notify(backgroundDb, galleryChanged)
  log.info({ measured, left: await outdatedFileCount(backgroundDb) }, 'Files of an older version were measured again')
}
