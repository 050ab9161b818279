import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashPassword } from '#features/auth/password-hash'
import { addUser } from '#features/users/users.sql'
import { runVitrine } from '#test/command-line'
import { openTestApp } from '#test/test-app'

const testApp = await openTestApp()
// A file in the place of a folder of the store: the demonstration ends at its first picture.
await writeFile(join(testApp.folder, 'files/originals'), '')

async function interruptedDemo(): Promise<string> {
  const settings = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
  const { out, errors, code } = await runVitrine(['demo'], settings)
  expect([errors, code]).toEqual([expect.stringContaining('files/originals'), 1])
  return out
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

test('interrupted twice, the demonstration creates its two accounts once, beside an account called admin', async () => {
  const password_hash = await hashPassword('glass-case')
  await addUser(testApp.db, { username: 'admin', email: 'me@people.example', number: '', password_hash, role: 'admin' })

  const first = await interruptedDemo()
  expect(await usernames()).toEqual(['admin', 'admin2', 'contributor'])
  const file = join(testApp.folder, 'demo-sign-ins.txt')
  const signIns = await readFile(file, 'utf8')
  expect(first).toContain(signIns)

  expect(await interruptedDemo()).toContain(file)
  expect(await usernames()).toEqual(['admin', 'admin2', 'contributor'])
  expect(await readFile(file, 'utf8')).toBe(signIns)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = signIns.trimEnd().split('\n')
  expect(await Promise.all(lines.map((line) => role(line.trim().split(/\s+/))))).toEqual(['admin', 'user'])
})
