import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { registerFields } from '@vitrine/contract/auth'
import * as z from 'zod/mini'
import { hashPassword } from '#features/auth/passwords'
import { addUser, makeAdmin, userByEmail, userByUsername } from '#features/users/queries'
import { type Command, Wrong } from './command.ts'

/** The first admin comes from here: there is no account with a known password, and no page that makes one. */
export const admin: Command = {
  usage: 'admin --email E --username U',
  about: 'Makes an admin account, or an admin of the contributor with this e-mail address; sets the password.',
  options: {
    email: { type: 'string', about: 'E-mail address, 10 to 40 characters' },
    username: { type: 'string', about: 'Username, 3 to 40 characters' },
    'password-stdin': { type: 'boolean', about: 'Reads the password from standard input instead of asking for it' },
  },

  async run({ db }, said) {
    const email = String(said.email ?? '')
    const username = String(said.username ?? '')
    check({ email, username })
    const known = await userByEmail(db, email)
    const namesake = await userByUsername(db, username)
    if (known && known.username.toLowerCase() !== username.toLowerCase()) {
      throw new Wrong(`${email} belongs to the username "${known.username}". Say --username ${known.username}.`)
    }
    if (namesake && namesake.id !== known?.id)
      throw new Wrong(`The username "${username}" is taken. Choose another one.`)

    const password = said['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : await askPassword()
    check({ password })
    const password_hash = await hashPassword(password)
    if (known) await makeAdmin(db, known.id, password_hash)
    else await addUser(db, { email, username, number: '', password_hash, role: 'admin' })
    console.log(known ? `${known.username} is an admin now.` : `The admin ${username} can sign in at /admin/auth/.`)
    return true
  },
}

/** By the rules of the register form, in its words. */
function check(said: { email?: string; username?: string; password?: string }) {
  const read = z.safeParse(registerFields, { ...said, confirm_password: said.password })
  const wrong = read.error?.issues.filter((issue) => String(issue.path[0]) in said) ?? []
  if (wrong.length) throw new Wrong(wrong.map((issue) => issue.message).join('\n'))
}

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new Wrong('There is no terminal to ask for a password on. Use --password-stdin.')
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
  if (password !== again) throw new Wrong('Passwords do not match.')
  return password
}
