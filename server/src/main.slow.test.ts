import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, test } from 'vitest'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { outcomeOf } from '#test/command-process'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { temporaryFolder } from '#test/temporary-folder'
import { openTestApp } from '#test/test-app'

const folder = await temporaryFolder()
afterAll(stopMainProcesses)

const start = (settings: Record<string, string>, options = {}) => startMain({ DATA_DIR: folder, ...settings }, options)

test('a start waits for a database with one line, and says once what it lacks and how images are decoded', async () => {
  const { databaseUrl } = await openTestApp()
  const proxy = await startClosableProxy(Number(new URL(databaseUrl).port))
  await proxy.close()
  const settings = { SITE_URL: 'https://png.example' }
  const child = start({ DATABASE_URL: urlAtPort(databaseUrl, proxy.port), ...settings })
  const lines: string[] = []
  createInterface(child.stdout!).on('line', (line) => lines.push(line))
  await expect.poll(() => lines.some((line) => /^Waiting /.test(line)), { timeout: 30_000 }).toBe(true)
  await proxy.open()
  await expect.poll(() => lines.some((line) => /is ready at/.test(line)), { timeout: 30_000 }).toBe(true)
  expect(lines.filter((line) => /Waiting/.test(line))).toEqual([
    `Waiting for the database: connect ECONNREFUSED 127.0.0.1:${proxy.port}`,
  ])
  expect(lines.filter((line) => /^Images are decoded /.test(line))).toHaveLength(1)
  expect(lines.filter((line) => /^Warning: TRUST_PROXY is empty, /.test(line))).toHaveLength(1)
  child.kill('SIGTERM')
  await once(child, 'exit')
  await proxy.close()
})

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

test('a metrics port in use stops the start with a sentence', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { errors, code } = await outcomeOf(start({ METRICS: `localhost:${port}`, DATA_DIR: join(folder, 'metrics') }))
  taken.close()
  const sentence = `Port ${port} is in use by another program. Choose another one with METRICS.\n`
  expect([errors, code]).toEqual([sentence, 1])
})

test('a folder that cannot be written to stops the start with a sentence that names its setting', async () => {
  const { errors, code } = await outcomeOf(start({ DATA_DIR: '/dev/null/data' }))
  const sentence = /^The setting DATA_DIR must be a folder that Vitrine may write to \(ENOTDIR: [^\n]*\)\.\n$/
  expect([code, errors]).toEqual([1, expect.stringMatching(sentence)])
})

test.each([
  ['--env=missing.env', /^The file of settings \S*missing\.env cannot be read: /],
  ['--evn', /^Unknown option '--evn'/],
  ['missing.env', /^Unexpected argument 'missing\.env'/],
])('a start with %s takes no other settings', async (word, sentence) => {
  const missing = inject('postgres').replace(/vitrine$/, 'missing')
  const { errors, code } = await outcomeOf(start({ DATABASE_URL: missing }, { words: [word] }))
  expect([code, errors]).toEqual([1, expect.stringMatching(sentence)])
})

test('a port in use stops the start with a sentence, and leaves no database running', async () => {
  const first = start({})
  const { port } = new URL(await waitForAddress(first))
  const second = start({ PORT: port })
  const [errors, [code]] = await Promise.all([text(second.stderr!), once(second, 'exit')])
  expect([errors, code]).toEqual([`Port ${port} is in use by another program. Choose another one with PORT.\n`, 1])
  first.kill('SIGTERM')
  expect((await once(first, 'exit'))[0]).toBe(0)
  expect(await readdir(join(folder, 'postgres', '18'))).not.toContain('postmaster.pid')
})

test('stops when npm has ended without passing the signal on', async () => {
  const shell = start({}, { isUnderNpm: true })
  const address = await waitForAddress(shell)
  shell.kill('SIGKILL')
  await once(shell, 'close') // when the server has closed its output too
  await expect(fetch(address)).rejects.toThrow()
  expect(await readdir(join(folder, 'postgres', '18'))).not.toContain('postmaster.pid')
})

const signals = ['SIGINT', 'SIGHUP'] as const
test.each(signals)('stops cleanly when %s arrives twice, from terminal and parent process', async (signal) => {
  const child = start({}, { detached: true })
  await waitForAddress(child)
  process.kill(-child.pid!, signal)
  process.kill(-child.pid!, signal)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await readdir(join(folder, 'postgres', '18'))).not.toContain('postmaster.pid')
})

test('a process of the demonstration that dies is started again', async () => {
  const child = start({ DATA_DIR: join(folder, 'demo'), DEMO: 'on' })
  await waitForAddress(child)
  const demos = () =>
    childrenOf(child.pid!).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('demo'))
  await expect.poll(demos, { timeout: 20_000 }).toHaveLength(1)
  const [first] = demos()
  process.kill(first!, 'SIGKILL')
  await expect.poll(() => demos().filter((pid) => pid !== first), { timeout: 20_000 }).toHaveLength(1)
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
