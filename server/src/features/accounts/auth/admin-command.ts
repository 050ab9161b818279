import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { email, password as passwordField, passwordLength, username } from '@vitrine/contract/fields'
import { pages } from '@vitrine/contract/pages'
import * as z from 'zod/mini'
import { type Command, CommandError } from '#command'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { addUser, type NewUser, setRole, userByEmail, userByUsername } from '#features/accounts/users/users.sql'
import type { Database } from '#kit/database/statements'
import { deleteApiKeysOf } from './api-keys/api-keys.sql.ts'
import { hashPassword } from './password-hash.ts'
import { createPasswordRules } from './password-rules.ts'
import { endUserSessions } from './sessions.sql.ts'

/** The only way to the first admin account: none exists with a known password, and no page creates one. */
export const admin: Command = {
  usage: 'admin --email E --username U',
  description: 'Creates an admin account, or promotes the contributor with this e-mail address, whose password stays.',
  options: {
    email: { type: 'string', description: 'E-mail address, 10 to 40 characters' },
    username: { type: 'string', description: 'Username, 3 to 40 characters' },
    'password-stdin': {
      type: 'boolean',
      description: 'Reads the password from standard input; of an account that exists it then replaces it',
    },
  },

  async run({ db, config }, options) {
    const identity = { email: String(options.email ?? ''), username: String(options.username ?? '') }
    const passwordMax = config.PASSWORD_MAX_LENGTH
    assertValid(identity, passwordMax)
    const existing = await userByEmail(db, identity.email)
    const sameUsername = await userByUsername(db, identity.username)
    if (existing && existing.username.toLowerCase() !== identity.username.toLowerCase())
      throw new CommandError(
        `${identity.email} belongs to the username "${existing.username}". Use --username ${existing.username}.`,
      )
    if (sameUsername && sameUsername.id !== existing?.id)
      throw new CommandError(`The username "${identity.username}" is taken. Choose another one.`)

    if (existing && !options['password-stdin']) await promote(db, existing.id)
    else {
      const password = options['password-stdin']
        ? (await text(process.stdin)).replace(/\r?\n$/, '')
        : await promptForPassword(passwordMax)
      assertValid({ password }, passwordMax)
      await createPasswordRules(config)
        .check(password, identity, 'password')
        .catch(({ message }) => Promise.reject(new CommandError(message)))
      const password_hash = await hashPassword(password)
      if (existing) await promote(db, existing.id, password_hash)
      else await createAdmin(db, identity, password_hash)
    }
    console.log(
      existing
        ? `${existing.username} is an admin now.`
        : `The admin ${identity.username} can sign in at ${pages.adminAuth.href()}.`,
    )
    return true
  },
}

const createAdmin = (db: Database, identity: Pick<NewUser, 'email' | 'username'>, password_hash: string) =>
  db.transaction().execute(async (tx) => {
    const { id } = await addUser(tx, { ...identity, number: '', password_hash, role: 'admin' })
    await recordPromotion(tx, id)
  })

/** With a new password sessions and API keys end, because they were opened and made with the old one. */
const promote = (db: Database, id: number, password_hash?: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await setRole(tx, id, 'admin', password_hash)
    if (password_hash) {
      await endUserSessions(tx, id)
      await deleteApiKeysOf(tx, id)
    }
    await recordPromotion(tx, id)
  })

const recordPromotion = (db: Database, id: number) =>
  recordAuditEvent(db, {
    what: 'made an admin',
    by: null,
    user: id,
    client: { address: 'command line', user_agent: '' },
  })

/** The fields and messages of the register form; reserved usernames are allowed here. */
const fieldSchemas = (passwordMax: number) => ({
  email: email(),
  username,
  password: passwordField('Password', passwordMax),
})
type FieldName = keyof ReturnType<typeof fieldSchemas>

function assertValid(values: Partial<Record<FieldName, string>>, passwordMax: number) {
  const schemas = fieldSchemas(passwordMax)
  const names = Object.keys(values) as FieldName[]
  const errors = names.flatMap((name) => z.safeParse(schemas[name], values[name]).error?.issues[0]?.message ?? [])
  if (errors.length) throw new CommandError(errors.join('\n'))
}

async function promptForPassword(max: number): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError('There is no terminal to prompt for a password on. Use --password-stdin.')
  let isEchoOn = true
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (isEchoOn) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const ask = async (question: string) => {
    process.stdout.write(question)
    isEchoOn = false
    const answer = await terminal.question('')
    isEchoOn = true
    process.stdout.write('\n')
    return answer
  }
  const password = await ask(`Password (${passwordLength.min} to ${max} characters): `)
  const repeated = await ask('The same password again: ')
  terminal.close()
  if (password !== repeated) throw new CommandError('Passwords do not match.')
  return password
}
