import { styleText } from 'node:util'
import { auditEvents } from '@vitrine/contract/calls/people'
import { latestAuditEvents } from '#features/users/audit.sql'
import { type Command, CommandError } from './command.ts'

/** Who signed in, who tried to, and what became of accounts: for whoever wonders what happened. */
export const audit: Command = {
  usage: 'audit [--user U] [--what W] [--lines N]',
  description:
    'Shows what happened to accounts, the latest last: sign-ins, failures, new passwords, blocks, new admins.',
  options: {
    user: { type: 'string', about: 'Only what is about this username' },
    what: { type: 'string', about: `Only this: ${auditEvents.join(', ')}` },
    lines: { type: 'string', about: 'How many lines, 1 to 10000; 50 unless said' },
    json: { type: 'boolean', about: 'One JSON object a line, for programs' },
  },

  async run({ db }, said) {
    const what = auditEvents.find((one) => one === said.what)
    if (said.what && !what) throw new CommandError(`--what takes one of: ${auditEvents.join(', ')}.`)
    const events = await latestAuditEvents(db, { username: String(said.user ?? ''), what }, parseLineCount(said.lines))
    for (const event of events.reverse()) console.log(said.json ? JSON.stringify(event) : formatEvent(event))
    if (events.length === 0 && !said.json) console.log('Nothing of the kind was written down.')
    return true
  },
}

function parseLineCount(said: string | boolean | undefined): number {
  const lines = Number(said ?? 50)
  if (!Number.isInteger(lines) || lines < 1 || lines > 10_000)
    throw new CommandError('--lines takes a number from 1 to 10000.')
  return lines
}

type AuditEvent = Awaited<ReturnType<typeof latestAuditEvents>>[number]

function formatEvent({ at, what, by, user, address, user_agent }: AuditEvent): string {
  const time = at.toISOString().replace('T', ' ').slice(0, 19)
  const who = user ?? 'nobody we know'
  const others = by && by !== user ? ` by ${by}` : ''
  return `${time}  ${what.padEnd(24)}  ${who}${others}  ${styleText('dim', `${address}  ${user_agent}`)}`
}
