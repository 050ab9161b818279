import { type Command, CommandError } from '#command'
import type { Database } from '#kit/database/pool'
import { effectiveConfig, restartPush, startRemoval } from './cdn-config.sql.ts'
import { countCopies, sampleCopies } from './cdn-status.sql.ts'
import { enqueueSync } from './sync-worker.ts'

export const hosting: Command = {
  usage: 'hosting status|push|pull',
  description:
    'Delivery through Cloudflare Images: shows its status, uploads missing copies, or removes them and the account.',
  options: { yes: { type: 'boolean', description: 'With pull: removes the copies without asking.' } },

  async run(context, { yes }, [name]) {
    if (!name || !(name in subcommands)) throw new CommandError('Usage: hosting status, hosting push or hosting pull.')
    const subcommand = subcommands[name as keyof typeof subcommands]
    return subcommand(context.backgroundDb, yes === true)
  },
}

const subcommands = {
  async status(db: Database) {
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

  async push(db: Database) {
    const config = await effectiveConfig(db)
    if (!config || config.is_removing) throw new CommandError(NOT_CONFIGURED)
    await restartPush(db)
    return leaveToSite(db)
  },

  async pull(db: Database, isConfirmed: boolean) {
    const config = await effectiveConfig(db)
    if (!config) throw new CommandError(NOT_CONFIGURED)
    if (!isConfirmed)
      throw new CommandError(
        `This removes ${formatCount((await countCopies(db)).there)} copies from ${config.images_domain} and forgets ` +
          'the account. Repeat it with --yes.',
      )
    await startRemoval(db)
    return leaveToSite(db)
  },
}

async function leaveToSite(db: Database): Promise<boolean> {
  await enqueueSync(db)
  console.log('The site does this while it runs: hosting status tells how far it is.')
  return true
}

const NOT_CONFIGURED = 'No hosting service is configured: an admin does that at /admin/{username}/cloudflare-api/.'
const formatCount = (n: number) => n.toLocaleString('en')
