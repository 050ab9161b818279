import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { hashPassword } from '#features/auth/password-hash'
import { addUser } from '#features/users/users.sql'
import { openTestApp } from '#test/test-app'

const house = await openTestApp()
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const one of running) one.kill('SIGKILL')
})

/** Runs the demonstration until it tells of its sign-ins, and ends it as a power cut does. Answers what it said. */
async function cutOffDemo(): Promise<string> {
  const env = { ...process.env, DATA_DIR: house.folder, DATABASE_URL: house.databaseUrl, IMAGE_WORKERS: '1' }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'demo'], { env })
  running.add(child)
  const errors = text(child.stderr)
  let said = ''
  for await (const part of child.stdout.setEncoding('utf8')) {
    said += part
    if (/sign-ins/i.test(said)) break
  }
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  running.delete(child)
  expect(await errors).toBe('')
  return said
}

const usernames = async () => (await house.db.selectFrom('users').select('username').orderBy('id').execute()).map((one) => one.username) // biome-ignore format: one thought

async function role([, email, password]: string[]) {
  const payload = { email, password }
  const answer = await house.app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload })
  return answer.json().data?.user.role
}

test('beside an account called admin, and cut off, the demonstration makes its two accounts once', async () => {
  const password_hash = await hashPassword('glass-case')
  await addUser(house.db, { username: 'admin', email: 'me@people.example', number: '', password_hash, role: 'admin' })

  const first = await cutOffDemo()
  expect(await usernames()).toEqual(['admin', 'admin2', 'contributor'])
  const file = join(house.folder, 'demo-sign-ins.txt')
  const signIns = await readFile(file, 'utf8')
  expect(first).toContain(signIns)

  expect(await cutOffDemo()).toContain(file)
  expect(await usernames()).toEqual(['admin', 'admin2', 'contributor'])
  expect(await readFile(file, 'utf8')).toBe(signIns)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = signIns.trimEnd().split('\n')
  expect(await Promise.all(lines.map((line) => role(line.trim().split(/\s+/))))).toEqual(['admin', 'user'])
})
