import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formerContributorUsername } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { expect, test } from 'vitest'
import { setBlock } from '#test/accounts'
import { runVitrine } from '#test/command-line'
import { aPng } from '#test/png'
import { createImage, createUser, openAppWithPeople, type TestUser } from '#test/test-app'
import { readZip } from '#test/zip-reader'

const { testApp, app, db, admin } = await openAppWithPeople()
const account = (...args: string[]) =>
  runVitrine(['account', ...args], { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl })

const block = async (person: TestUser) => expect((await setBlock(testApp, admin, person)).statusCode).toBe(200)

test('an operator exports the data of a person who is blocked, into a file for the operator alone', async () => {
  const ada = await createUser(testApp)
  const png = aPng({ seed: 1 })
  await createImage(testApp, ada, { png, title: 'Lamp' })
  await block(ada)
  const path = join(testApp.folder, 'ada.zip')
  const { out, code } = await account('export', ada.username, '--to', path)
  expect([out, code]).toEqual([`Written to ${path}. It is personal: delete it when the person has it.\n`, 0])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const files = readZip(await readFile(path))
  expect(JSON.parse(String(files.get('profile.json')))).toMatchObject({ username: ada.username, email: ada.email })
  expect([...files.values()].some((file) => file.equals(png))).toBe(true)
  const nowhere = await account('export', ada.username, '--to', join(testApp.folder, 'none/ada.zip'))
  expect(nowhere.errors).toMatch(/cannot be written: ENOENT/)
  const again = await account('export', ada.username, '--to', path)
  expect([again.errors, again.code]).toEqual([`${path} exists. Choose another file.\n`, 1])
})

test('an operator closes the account of a person who is blocked, once', async () => {
  const bob = await createUser(testApp)
  const image = await createImage(testApp, bob, { png: aPng({ seed: 2 }), title: 'Wick' }, admin)
  await block(bob)
  const wrong = await account('close', bob.username, '--email', admin.email, '--images', 'leave')
  expect([wrong.errors, wrong.code]).toEqual(['Give the account’s e-mail address with --email.\n', 1])
  expect((await account('close', bob.username, '--email', bob.email)).errors).toBe(
    'Choose with --images whether approved images stay or leave.\n',
  )
  expect((await account('close', bob.username, '--email', bob.email, '--images', 'leave')).code).toBe(0)
  const users = db.selectFrom('users').select(['email', 'closed_at']).where('id', '=', bob.id)
  const { email, closed_at } = await users.executeTakeFirstOrThrow()
  expect(closed_at).toBeInstanceOf(Date)
  expect(email).toMatch(new RegExp(`^former-contributor-${bob.id}-[\\w-]{36}@closed\\.invalid$`))
  await expect.poll(async () => (await app.inject(`/image/${image.slug}/`)).statusCode).toBe(404)
  const again = await account('close', formerContributorUsername(bob.id), '--email', email, '--images', 'leave')
  expect([again.errors, again.code]).toEqual(['This account is closed already.\n', 1])
})

test('the only admin keeps their account, and an unknown username is reported', async () => {
  const { errors } = await account('close', admin.username, '--email', admin.email, '--images', 'stay')
  expect(errors).toBe('This is the only admin. Make someone else an admin first.\n')
  expect((await account('close', 'nemo', '--images', 'stay')).errors).toBe(
    'There is no account with the username "nemo".\n',
  )
})
