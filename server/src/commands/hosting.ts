import { setTimeout as sleep } from 'node:timers/promises'
import { effectiveConfig, restartReconcile, startRemoval } from '#features/cdn/cdn-config.sql'
import { countCopies, sampleCopies } from '#features/cdn/cdn-status.sql'
import { type SyncDeps, syncCdn, syncDeps } from '#features/cdn/sync-worker'
import { startProgress } from '#kit/progress'
import { type Command, CommandError } from './command.ts'

/** Delivery through Cloudflare Images for a library of any size; the site goes on, and so does its own work at it. */
export const hosting: Command = {
  usage: 'hosting status|push|pull',
  description:
    'Delivery through Cloudflare Images: says how far it is, sends what is missing and waits for it, or takes the configuration away.',
  options: {},

  async run(ground, _, [what]) {
    if (!what || !(what in subcommands)) throw new CommandError('Say hosting status, hosting push or hosting pull.')
    const deed = subcommands[what as keyof typeof subcommands]
    return deed(syncDeps(ground, ground.config, { warn: () => {} }))
  },
}

const subcommands = {
  async status({ db }: SyncDeps) {
    const inForce = await effectiveConfig(db)
    const { approved, there, coming, unfit, leaving } = await countCopies(db)
    const { shown, refused } = await sampleCopies(db)
    const lines = [
      inForce
        ? `${inForce.is_removing ? 'Being left' : 'In use'}: ${inForce.images_domain}, account ${inForce.account_id}`
        : NOT_CONFIGURED,
      `${formatCount(there)} of ${formatCount(approved)} public images are delivered from there${shown ? `, such as ${shown}` : ''}.`,
      coming && `${formatCount(coming)} are on their way.`,
      leaving && `${formatCount(leaving)} copies are still to be removed there.`,
      unfit && `${formatCount(unfit)} were not taken. ${refused ?? ''}`,
      inForce?.last_error && `In the way: ${inForce.last_error}`,
    ]
    for (const line of lines) if (line) console.log(line)
    return true
  },

  async push(ground: SyncDeps) {
    const inForce = await effectiveConfig(ground.db)
    if (!inForce || inForce.is_removing) throw new CommandError(NOT_CONFIGURED)
    await restartReconcile(ground.db)
    return waitUntilDone(ground, 'Sending', ({ approved, coming }, gathering) => [
      gathering ? approved : coming,
      approved,
    ])
  },

  async pull(ground: SyncDeps) {
    if (!(await effectiveConfig(ground.db))) throw new CommandError(NOT_CONFIGURED)
    await startRemoval(ground.db)
    const { there, leaving } = await countCopies(ground.db)
    const all = there + leaving
    return waitUntilDone(ground, 'Removing', (now) => [now.there + now.coming + now.leaving, all])
  },
}

const NOT_CONFIGURED = 'No hosting service is configured: an admin does that at /admin/{username}/cloudflare-api/.'
const formatCount = (n: number) => n.toLocaleString('en')

type RemainingCount = (now: Awaited<ReturnType<typeof countCopies>>, gathering: boolean) => [left: number, all: number]

/** Works until nothing is left, or looks on where another process does; answers whether all went well. */
async function waitUntilDone(ground: SyncDeps, label: string, measure: RemainingCount): Promise<boolean> {
  const { db } = ground
  const first = measure(await countCopies(db), true)
  const progress = startProgress(label, first[1])
  let said = ''
  for (;;) {
    await syncCdn(ground, AbortSignal.timeout(2_000))
    const inForce = await effectiveConfig(db)
    const [left, all] = measure(await countCopies(db), inForce?.reconcile_after_id != null)
    progress.update(Math.max(0, all - left), all)
    if (!inForce || (left === 0 && inForce.reconcile_after_id === null && !inForce.is_removing)) break
    if (inForce.last_error && inForce.last_error !== said) {
      said = inForce.last_error
      console.error(
        `\n${said} Trying again in ${Math.ceil(inForce.rests_seconds)} s; Ctrl-C ends this, and the site goes on by itself.`,
      )
    }
    await sleep(500)
  }
  progress.finish()
  return subcommands.status(ground)
}
