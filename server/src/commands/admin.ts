import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { username } from '@vitrine/contract/calls/auth'
import { email, password } from '@vitrine/contract/fields'
import { pages } from '@vitrine/contract/pages'
import * as z from 'zod/mini'
import { hashPassword } from '#features/auth/password-hash'
import { createPasswordRules } from '#features/auth/password-rules'
import { endUserSessions } from '#features/auth/sessions.sql'
import { recordAuditEvent } from '#features/users/audit.sql'
import { addUser, promoteToAdmin, userByEmail, userByUsername } from '#features/users/users.sql'
import type { Database } from '#kit/database/pool'
import { type Command, CommandError } from './command.ts'

/** The first admin comes from here: there is no account with a known password, and no page that makes one. */
export const admin: Command = {
  usage: 'admin --email E --username U',
  description: 'Makes an admin account, or an admin of the contributor with this e-mail address; sets the password.',
  options: {
    email: { type: 'string', about: 'E-mail address, 10 to 40 characters' },
    username: { type: 'string', about: 'Username, 3 to 40 characters' },
    'password-stdin': { type: 'boolean', about: 'Reads the password from standard input instead of asking for it' },
  },

  async run({ db, config }, said) {
    const who = { email: String(said.email ?? ''), username: String(said.username ?? '') }
    assertValid(who)
    const known = await userByEmail(db, who.email)
    const namesake = await userByUsername(db, who.username)
    if (known && known.username.toLowerCase() !== who.username.toLowerCase()) {
      throw new CommandError(
        `${who.email} belongs to the username "${known.username}". Say --username ${known.username}.`,
      )
    }
    if (namesake && namesake.id !== known?.id) {
      throw new CommandError(`The username "${who.username}" is taken. Choose another one.`)
    }

    const secret = said['password-stdin']
      ? (await text(process.stdin)).replace(/\r?\n$/, '')
      : await promptForPassword()
    assertValid({ password: secret })
    await createPasswordRules(config)
      .check(secret, who, 'password')
      .catch(({ message }) => Promise.reject(new CommandError(message)))
    await createOrPromoteAdmin(db, known, who, await hashPassword(secret))
    console.log(
      known
        ? `${known.username} is an admin now.`
        : `The admin ${who.username} can sign in at ${pages.adminAuth.href()}.`,
    )
    return true
  },
}

/** Whoever was signed in with the old password is not any more. */
function createOrPromoteAdmin(
  db: Database,
  known: { id: number } | undefined,
  who: AccountIdentity,
  password_hash: string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { id } = known ?? (await addUser(tx, { ...who, number: '', password_hash, role: 'admin' }))
    if (known) {
      await promoteToAdmin(tx, id, password_hash)
      await endUserSessions(tx, id)
    }
    await recordAuditEvent(tx, {
      what: 'made an admin',
      by: null,
      user: id,
      client: { address: 'command line', user_agent: '' },
    })
  })
}

interface AccountIdentity {
  email: string
  username: string
}

/** By the rules of the register form, in its words; names of the house are the operator's to give. */
const fieldSchemas = { email: email(), username, password: password('Password') }

function assertValid(said: Partial<Record<keyof typeof fieldSchemas, string>>) {
  const names = Object.keys(said) as (keyof typeof fieldSchemas)[]
  const wrong = names.flatMap((name) => z.safeParse(fieldSchemas[name], said[name]).error?.issues[0]?.message ?? [])
  if (wrong.length) throw new CommandError(wrong.join('\n'))
}

async function promptForPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError('There is no terminal to ask for a password on. Use --password-stdin.')
  let shown = true
  const quiet = new Writable({
    write(chunk, _encoding, done) {
      if (shown) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output: quiet, terminal: true })
  const ask = async (question: string) => {
    process.stdout.write(question)
    shown = false
    const answer = await terminal.question('')
    shown = true
    process.stdout.write('\n')
    return answer
  }
  const password = await ask('Password (5 to 15 characters): ')
  const again = await ask('The same password again: ')
  terminal.close()
  if (password !== again) throw new CommandError('Passwords do not match.')
  return password
}
