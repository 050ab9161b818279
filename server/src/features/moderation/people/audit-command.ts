import { styleText } from 'node:util'
import { auditEvents } from '@vitrine/contract/calls/accounts/people'
import { type Command, CommandError } from '#command'
import { latestAuditEvents } from '#features/accounts/users/audit.sql'

export const audit: Command = {
  usage: 'audit [--user U] [--what W] [--lines N]',
  description:
    'Shows the audit log, the latest entry last: sign-ins, failed attempts, new passwords, blocks, new admins.',
  options: {
    user: { type: 'string', description: 'Only entries about this username' },
    what: { type: 'string', description: `Only this event: ${auditEvents.join(', ')}` },
    lines: { type: 'string', description: 'Number of entries, 1 to 10000; 50 by default' },
    json: { type: 'boolean', description: 'Prints one JSON object per line' },
  },

  async run({ db }, options) {
    const what = auditEvents.find((event) => event === options.what)
    if (options.what && !what) throw new CommandError(`--what takes one of: ${auditEvents.join(', ')}.`)
    const filter = { username: String(options.user ?? ''), what }
    const entries = await latestAuditEvents(db, filter, parseLineCount(options.lines))
    for (const entry of entries.reverse()) console.log(options.json ? JSON.stringify(entry) : formatEntry(entry))
    if (entries.length === 0 && !options.json) console.log('The audit log has no such entries.')
    return true
  },
}

function parseLineCount(input: string | boolean | undefined): number {
  const lines = Number(input ?? 50)
  if (!Number.isInteger(lines) || lines < 1 || lines > 10_000)
    throw new CommandError('--lines takes a number from 1 to 10000.')
  return lines
}

type AuditEntry = Awaited<ReturnType<typeof latestAuditEvents>>[number]

function formatEntry({ at, what, by, user, image, address, user_agent }: AuditEntry): string {
  const time = at.toISOString().replace('T', ' ').slice(0, 19)
  const actor = by && by !== user ? ` by ${by}` : ''
  const named = image ? `, image ${image.id}` : ''
  const client = styleText('dim', `${address}  ${user_agent}`)
  return `${time}  ${what.padEnd(24)}  ${user ?? 'unknown user'}${actor}${named}  ${client}`
}
