import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, CommandError } from '#command'
import { silentLog } from '#kit/logger'
import { startProgress } from '#kit/progress'
import { effectiveConfig, restartReconcile, startRemoval } from './cdn-config.sql.ts'
import { countCopies, sampleCopies } from './cdn-status.sql.ts'
import { type SyncDeps, syncCdn, syncDeps } from './sync-worker.ts'

/** The same work as the sync job of the running site, with a progress bar. */
export const hosting: Command = {
  usage: 'hosting status|push|pull',
  description:
    'Delivery through Cloudflare Images: shows its status, uploads missing copies, or removes them and the account.',
  options: {},

  async run(context, _, [name]) {
    if (!name || !(name in subcommands)) throw new CommandError('Usage: hosting status, hosting push or hosting pull.')
    const subcommand = subcommands[name as keyof typeof subcommands]
    return subcommand(syncDeps(context, context.config, silentLog))
  },
}

const subcommands = {
  async status({ db }: SyncDeps) {
    const config = await effectiveConfig(db)
    const { approved, there, coming, unfit, leaving } = await countCopies(db)
    const { shown, refused } = await sampleCopies(db)
    const example = shown ? `, such as ${shown}` : ''
    const lines = [
      config
        ? `${config.is_removing ? 'Being removed' : 'In use'}: ${config.images_domain}, account ${config.account_id}`
        : NOT_CONFIGURED,
      `${formatCount(there)} of ${formatCount(approved)} public images are delivered from there${example}.`,
      coming && `${formatCount(coming)} are queued for upload.`,
      leaving && `${formatCount(leaving)} copies are still to be removed there.`,
      unfit && `${formatCount(unfit)} were rejected. ${refused ?? ''}`,
      config?.last_error && `Last error: ${config.last_error}`,
    ]
    for (const line of lines) if (line) console.log(line)
    return true
  },

  async push(deps: SyncDeps) {
    const config = await effectiveConfig(deps.db)
    if (!config || config.is_removing) throw new CommandError(NOT_CONFIGURED)
    await restartReconcile(deps.db)
    return syncUntilDone(deps, 'Sending', ({ approved, coming }, isReconciling) => ({
      left: isReconciling ? approved : coming,
      total: approved,
    }))
  },

  async pull(deps: SyncDeps) {
    if (!(await effectiveConfig(deps.db))) throw new CommandError(NOT_CONFIGURED)
    await startRemoval(deps.db)
    const { there, leaving } = await countCopies(deps.db)
    const total = there + leaving
    return syncUntilDone(deps, 'Removing', (counts) => ({
      left: counts.there + counts.coming + counts.leaving,
      total,
    }))
  },
}

const NOT_CONFIGURED = 'No hosting service is configured: an admin does that at /admin/{username}/cloudflare-api/.'
const formatCount = (n: number) => n.toLocaleString('en')

type CopyCounts = Awaited<ReturnType<typeof countCopies>>
type MeasureProgress = (counts: CopyCounts, isReconciling: boolean) => { left: number; total: number }

/** Runs sync steps until nothing is left; while another process holds the sync's lock, it only shows the progress. */
async function syncUntilDone(deps: SyncDeps, label: string, measure: MeasureProgress): Promise<boolean> {
  const { db } = deps
  const progress = startProgress(label, measure(await countCopies(db), true).total)
  let lastError = ''
  for (;;) {
    await syncCdn(deps, AbortSignal.timeout(2_000))
    const config = await effectiveConfig(db)
    const { left, total } = measure(await countCopies(db), config?.reconcile_after_id != null)
    progress.update(Math.max(0, total - left), total)
    if (!config || (left === 0 && config.reconcile_after_id === null && !config.is_removing)) break
    if (config.last_error && config.last_error !== lastError) {
      lastError = config.last_error
      const seconds = Math.ceil(config.rests_seconds)
      console.error(
        `\n${lastError} Trying again in ${seconds} s; Ctrl-C ends this command, and the site continues the work.`,
      )
    }
    await sleep(500)
  }
  progress.finish()
  return subcommands.status(deps)
}
