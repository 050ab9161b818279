import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { insertText, logFile, postgresHarness, query, readPid, readTexts } from '#test/postgres-harness'
import { startPostgres } from './supervisor.ts'

const { newFolder, folderWithNotes, startInThisProcess, startInChildProcess, startLogged } = postgresHarness()
const folder = folderWithNotes()

test('one application finds all committed data after a clean stop, and needs no recovery', async () => {
  const first = await startInThisProcess(folder)
  await insertText(first.url, 'before a clean stop')
  await first.stop()
  expect(readPid(folder)).toBeNull()

  const logOffset = fs.statSync(logFile(folder)).size
  const second = await startInThisProcess(folder)
  expect(second.isAdopted).toBe(false)
  expect(await readTexts(second.url)).toContain('before a clean stop')
  expect(fs.readFileSync(logFile(folder)).subarray(logOffset).toString()).toMatch(/system was shut down at/)
})

test('a local database has no superuser rights, is the same everywhere, and empties a long log', async () => {
  fs.writeFileSync(logFile(folder), 'x'.repeat(10_000_001))
  const { url } = await startInThisProcess(folder)
  expect(fs.statSync(logFile(folder)).size).toBeLessThan(10_000)
  const [facts] = await query(
    url,
    `select current_user as user, rolsuper as super, pg_get_userbyid(datdba) as owner, datlocale as locale,
            pg_encoding_to_char(encoding) as encoding, current_setting('listen_addresses') as listens,
            current_setting('data_checksums') as checksums, current_setting('TimeZone') as zone
     from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  )
  expect(facts).toEqual({
    ...{ user: 'vitrine', super: false, owner: 'vitrine', locale: 'C.UTF-8', encoding: 'UTF8' },
    ...{ listens: '127.0.0.1', checksums: 'on', zone: 'UTC' },
  })
  await query(url, 'create extension pg_trgm; create extension unaccent')
  await expect(query(url.replace(/:\w+@/, ':wrong@'), 'select')).rejects.toThrow('password authentication failed')
  expect(fs.statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600)
})

test('an error names the remedy for another major version, or PostgreSQL’s own reason and its log', async () => {
  const old = newFolder()
  fs.mkdirSync(path.join(old, '17'))
  await expect(startInThisProcess(old)).rejects.toThrow(
    /PostgreSQL 17.*Start the version that created it, or move the folder away/,
  )
  expect(fs.readdirSync(old)).toEqual(['17'])
  const failed = startPostgres(folder, { settings: { shared_buffers: 'much' } })
  await expect(failed).rejects.toThrow(`PostgreSQL cannot be used in ${folder}`)
  await expect(failed).rejects.toThrow(/"shared_buffers": "much".*See .*postgres\.log/)
})

test('after a kill -9 of the application the next one adopts its server', async () => {
  const app = startInChildProcess(folder)
  const { pid, url } = await app.report
  await insertText(url, 'before the application was killed')
  app.process.kill('SIGKILL')
  await once(app.process, 'exit')

  const next = await startInThisProcess(folder)
  expect(next).toMatchObject({ isAdopted: true, pid, url })
  expect(await readTexts(next.url)).toContain('before the application was killed')
  await next.stop()
  expect(readPid(folder)).toBeNull()
})

test('a killed server is started again on its port, with all committed data and one log line each way', async () => {
  const { postgres, lines } = await startLogged(folder)
  const { url } = postgres
  await insertText(url, 'before the kill')
  process.kill(postgres.pid, 'SIGKILL')
  await expect.poll(() => lines).toEqual(['away', 'back'])
  expect(await readTexts(postgres.url)).toContain('before the kill')
  expect(postgres.url).toBe(url)
  await postgres.stop()
  expect(readPid(folder)).toBeNull()
})

test('only the last of several applications to leave stops the server, also at the same moment', async () => {
  const first = startInChildProcess(folder)
  const { pid } = await first.report
  const second = await startInThisProcess(folder)
  expect(second).toMatchObject({ isAdopted: true, pid })
  await first.stop()
  await query(second.url, 'select from note')
  await second.stop()
  expect(readPid(folder)).toBeNull()
  const all = [await startInThisProcess(folder), await startInThisProcess(folder), await startInThisProcess(folder)]
  await Promise.all(all.map(({ stop }) => stop()))
  expect(readPid(folder)).toBeNull()
})

test('applications do not stop a server to which another program is connected', async () => {
  const { url, pid, stop } = await startInThisProcess(folder)
  const operator = new Client({ connectionString: url })
  operator.on('error', () => {})
  await operator.connect()
  await stop()
  await operator.query('select from note')
  await operator.end()
  expect(await startInThisProcess(folder)).toMatchObject({ isAdopted: true, pid })
})

test('applications do not adopt a server through a copied folder', async () => {
  const { url } = await startInThisProcess(folder)
  const copy = newFolder()
  for (const name of ['password', '18/PG_VERSION', '18/postmaster.pid'])
    fs.cpSync(path.join(folder, name), path.join(copy, name))
  await expect(startInThisProcess(copy)).rejects.toThrow('PostgreSQL cannot be used')
  await query(url, 'select from note')
})
