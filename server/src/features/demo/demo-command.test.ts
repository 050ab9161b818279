import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { hashPassword } from '#features/auth/password-hash'
import { addUser } from '#features/users/users.sql'
import { openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs the demonstration until it prints its sign-ins, then kills it, and returns its output. */
async function killedDemo(): Promise<string> {
  const env = { ...process.env, DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl, IMAGE_WORKERS: '1' }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli.ts'), 'demo'], { env })
  running.add(child)
  const errors = text(child.stderr)
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk
    if (/sign-ins/i.test(output)) break
  }
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  running.delete(child)
  expect(await errors).toBe('')
  return output
}

async function usernames() {
  const users = await testApp.db.selectFrom('users').select('username').orderBy('id').execute()
  return users.map(({ username }) => username)
}

async function role([, email, password]: string[]) {
  const payload = { email, password }
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload })
  return answer.json().data?.user.role
}

test('killed twice, the demonstration creates its two accounts once, beside an account called admin', async () => {
  const password_hash = await hashPassword('glass-case')
  await addUser(testApp.db, { username: 'admin', email: 'me@people.example', number: '', password_hash, role: 'admin' })

  const first = await killedDemo()
  expect(await usernames()).toEqual(['admin', 'admin2', 'contributor'])
  const file = join(testApp.folder, 'demo-sign-ins.txt')
  const signIns = await readFile(file, 'utf8')
  expect(first).toContain(signIns)

  expect(await killedDemo()).toContain(file)
  expect(await usernames()).toEqual(['admin', 'admin2', 'contributor'])
  expect(await readFile(file, 'utf8')).toBe(signIns)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = signIns.trimEnd().split('\n')
  expect(await Promise.all(lines.map((line) => role(line.trim().split(/\s+/))))).toEqual(['admin', 'user'])
})
