import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { closeAccountFields } from '@vitrine/contract/calls/accounts/own-data'
import { type Command, type CommandContext, CommandError, fromCaller } from '#command'
import { siteUrl } from '#config'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { userByUsername } from '#features/accounts/users/users.sql'
import { ApiError } from '#kit/api-error'
import { zipArchive } from '#kit/storage/zip-archive'
import { closeAccount } from './closing/close-account.ts'
import { exportEntries } from './export/export-contents.ts'

const client = { address: 'command line', user_agent: '' }

/** For people who have a right to it and cannot sign in, since they are blocked or have lost their address. */
export const account: Command = {
  usage: 'account export|close <username>',
  description:
    'Writes what the library has of a person into a zip, or closes their account for good, as they could on their ' +
    'profile; also of a person who is blocked.',
  options: {
    to: { type: 'string', description: 'With export: the zip to write, which must not exist' },
    email: { type: 'string', description: 'With close: their e-mail address, so that no other account is closed' },
    images: { type: 'string', description: 'With close: whether approved images stay or leave' },
  },

  async run(context, { to, email, images }, [action, username = '']) {
    if (action !== 'export' && action !== 'close') throw new CommandError(`Usage: ${account.usage}`)
    const person = await userByUsername(context.db, username)
    if (!person) throw new CommandError(`There is no account with the username "${username}".`)
    if (action === 'export') await exportData(context, person.id, to)
    else if (email !== person.email) throw new CommandError('Give the account’s e-mail address with --email.')
    else await close(context, person.id, images)
    return true
  },
}

async function exportData({ db, store, config }: CommandContext, id: number, to: unknown) {
  if (typeof to !== 'string' || !to) throw new CommandError('Name the zip to write: --to data.zip')
  const path = fromCaller(to)
  const site = { name: config.SITE_NAME, url: siteUrl(config) }
  const entries = exportEntries({ db, store, site }, id)
  // What is personal is for the operator alone.
  await pipeline(zipArchive(entries), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(async (error) => {
    if (error.code === 'EEXIST') throw new CommandError(`${path} exists. Choose another file.`)
    await rm(path, { force: true })
    throw error.syscall ? new CommandError(`${path} cannot be written: ${error.message}.`) : error
  })
  await recordAuditEvent(db, { what: 'data downloaded', by: null, user: id, client })
  console.log(`Written to ${path}. It is personal: delete it when the person has it.`)
}

async function close({ db }: CommandContext, id: number, images: unknown) {
  const choice = closeAccountFields.shape.images.safeParse(images)
  if (!choice.success) throw new CommandError('Choose with --images whether approved images stay or leave.')
  const closing = { account: { id }, leaves: choice.data === 'leave', by: null, client }
  const isClosed = await closeAccount(db, closing).catch((error) => {
    throw error instanceof ApiError
      ? new CommandError('This is the only admin. Make someone else an admin first.')
      : error
  })
  if (!isClosed) throw new CommandError('This account is closed already.')
  console.log('The account is closed. The running site processes its images next.')
}
