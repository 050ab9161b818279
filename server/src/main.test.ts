import { once } from 'node:events'
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { outcomeOf } from '#test/command-process'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { temporaryFolder } from '#test/temporary-folder'

const folder = await temporaryFolder()
afterAll(stopMainProcesses)

const start = (settings: Record<string, string>, options = {}) => startMain({ DATA_DIR: folder, ...settings }, options)

const missingDatabase = inject('postgres').replace(/vitrine$/, 'missing')

test('a setting that this machine has not stops the start with a sentence that names it', async () => {
  const { errors, code } = await outcomeOf(start({ HOST: '192.0.2.7' }))
  const sentence = 'HOST must be an address of this machine, such as localhost or 0.0.0.0; "192.0.2.7" is not'
  expect([code, errors]).toEqual([1, `The setting ${sentence}.\n`])
})

test('the start says what `doctor` calls a fault of the settings, and that there is no such database', async () => {
  const settings = { SITE_URL: 'https://png.example', DATABASE_URL: missingDatabase }
  const { out, errors, code } = await outcomeOf(start(settings))
  expect(out).toContain('CONTACT_EMAIL is empty, so visitors cannot write to you')
  const sentence = 'Vitrine cannot connect to the database in DATABASE_URL: database "missing" does not exist.\n'
  expect([errors, code]).toEqual([sentence, 1])
})

test('starts on an empty folder for its own account alone, responds, and stops cleanly at SIGTERM', async () => {
  const data = join(folder, 'new', 'data')
  const child = start({ DATA_DIR: data })
  const address = await waitForAddress(child)
  expect(await (await fetch(`${address}/api/v1/images/approved/`)).json()).toEqual({ count: 0, images: [] })
  expect((await fetch(address)).headers.get('content-type')).toContain('text/html')
  const open = (await readdir(join(folder, 'new'), { recursive: true, withFileTypes: true })).filter(
    (entry) => !entry.isSocket() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0,
  )
  expect(open.map(({ parentPath, name }) => join(parentPath, name))).toEqual([])
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})
