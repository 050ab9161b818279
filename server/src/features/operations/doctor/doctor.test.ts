import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { recordBackup } from '#features/library/library.sql'
import { runVitrine } from '#test/command-line'
import { startS3 } from '#test/s3-server'
import { openTestApp } from '#test/test-app'
import { settingFindings } from './setting-findings.ts'

const { db, databaseUrl, folder } = await openTestApp()

beforeEach(async () => {
  for (const path of ['', 'files']) await chmod(join(folder, path), 0o700)
  await db.deleteFrom('cdn_config').execute()
})

const doctor = (settings: Record<string, string> = {}) =>
  runVitrine(['doctor'], { DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(32), ...settings })

const publicSite = { SITE_URL: 'https://pictures.example', CONTACT_EMAIL: 'hello@pictures.example' }

test('nothing is said of an installation in which all works', async () => {
  expect((await doctor()).out).toContain('note   Database: There is no backup of this library yet.')
  await recordBackup(db, { folder: '/backups', bytes: 1 })
  const { out, code } = await doctor()
  for (const subject of ['Settings', 'Disk', 'Database', 'Files', 'Mail']) expect(out).toContain(`ok     ${subject}`)
  expect(code).toBe(0)
})

test('settings that are rarely meant together are no fault; a public site that no one can write to is', async () => {
  const { out, code } = await doctor({ ...publicSite, THROTTLE: 'off', CONFIRM_EMAIL: 'on' })
  expect(out).toMatch(/note {3}Settings: TRUST_PROXY is empty, so all visitors have the address of the reverse proxy/)
  expect(out).toContain('no e-mail leaves this machine')
  expect(out).toContain('CONFIRM_EMAIL is on without SMTP_URL')
  expect(out).toContain('THROTTLE is off')
  expect(code).toBe(0)
  const silent = await doctor({ ...publicSite, CONTACT_EMAIL: '' })
  expect([silent.out, silent.code]).toEqual([expect.stringMatching(/FAULT {2}Settings: CONTACT_EMAIL is empty/), 1])
})

test('connections that leave the machine without TLS are named', async () => {
  const urls = { DATABASE_URL: 'postgres://vitrine@db.example/vitrine', SMTP_URL: 'smtp://mail.example' }
  const bucket = { STORE: 's3', S3_ENDPOINT: 'http://s3.example' }
  const config = readConfig({ ...urls, ...bucket, SECRET_KEY: 'k'.repeat(32) })
  const named = (await settingFindings(config)).map(({ text }) => /^(\w+) is without TLS/.exec(text)?.[1])
  expect(named).toEqual(['S3_ENDPOINT', 'SMTP_URL', 'DATABASE_URL'])
  const local = { SMTP_URL: 'smtp://127.0.0.1', STORE: 's3', S3_ENDPOINT: 'http://localhost:9000' }
  const safe = { SMTP_URL: 'smtp://mail.example?requireTLS=true', DATABASE_URL: 'postgres:///vitrine?host=/run' }
  const verified = { DATABASE_URL: 'postgres://vitrine@db.example/vitrine?sslmode=verify-full' }
  for (const settings of [local, safe, verified])
    expect((await settingFindings(readConfig(settings))).filter(({ text }) => /TLS/.test(text))).toEqual([])
})

test('what is out of reach is a fault, in a sentence and without its password', async () => {
  const { out, code } = await doctor({
    DATABASE_URL: 'postgres://vitrine:s3cret@127.0.0.1:9/vitrine',
    SMTP_URL: 'smtp://mailer:s3cret@127.0.0.1:9',
    STORE: 's3',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 's3cret',
  })
  expect(out).toMatch(/FAULT {2}Database: It cannot be used: .*ECONNREFUSED/)
  expect(out).toMatch(/FAULT {2}Files: .*S3_ENDPOINT does not answer/)
  expect(out).toMatch(/FAULT {2}Mail: The server in SMTP_URL cannot be used: .*ECONNREFUSED/)
  expect(out).not.toContain('s3cret')
  expect(code).toBe(1)
})

test('where there is no library, it says so and makes none', async () => {
  const empty = join(folder, 'no-library')
  const { out, code } = await doctor({ DATA_DIR: empty, DATABASE_URL: '' })
  expect([code, out]).toEqual([1, expect.stringContaining(`FAULT  Library: There is no library in ${empty}.`)])
  expect(existsSync(empty)).toBe(false)
})

test('a database that the next start migrates is named, and one of another order is a fault', async () => {
  const { db, databaseUrl } = await openTestApp()
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(db)
  const of = { DATABASE_URL: databaseUrl }
  expect((await doctor(of)).out).toContain(`The next start of the site migrates the database: ${rows[0]!.name}.`)
  await sql`delete from kysely_migration where name like '0003%'`.execute(db)
  const { out, code } = await doctor(of)
  expect([code, out]).toEqual([1, expect.stringMatching(/FAULT {2}Database: .* in another order .*0003-images/)])
})

test('a full disk and an open key are told', async () => {
  await chmod(join(folder, 'secret.key'), 0o644)
  const { out, code } = await doctor({ FREE_DISK_MB: '1000000000', SECRET_KEY: '' })
  expect(out).toMatch(/FAULT {2}Disk: \d+ MB are free/)
  expect(out).toMatch(/FAULT {2}Disk: Other accounts can read .*secret\.key/)
  expect(code).toBe(1)
})

const byProxy = { FILES_SENT_BY: 'proxy', TRUST_PROXY: 'loopback' }

test('files that the proxy cannot read are told, and those that its group can where no proxy sends them', async () => {
  expect((await doctor(byProxy)).out).toContain('The group of the proxy cannot read the files.')
  const both = await doctor({ ...byProxy, STORE: 's3' })
  expect([both.code, both.errors]).toEqual([1, expect.stringContaining('With STORE=s3 the setting FILES_SENT_BY')])
  for (const one of [folder, join(folder, 'files')]) await chmod(one, 0o750)
  expect((await doctor(byProxy)).out).toContain('ok     Disk')
  expect((await doctor()).out).toMatch(/note {3}Disk: Other accounts can read pending/)
})

test('a bucket that does not name what it sends is told', async () => {
  const s3 = await startS3() // sends no name that a signed address asks for
  const { out, code } = await doctor({ ...s3.settings, FILES_SENT_BY: 'bucket', SITE_URL: 'https://png.example' })
  await s3.stop()
  expect(out).toContain('FAULT  Files: The bucket does not name the files that it sends')
  expect(out).toContain('S3_ENDPOINT is without TLS')
  expect(code).toBe(1)
})

test('the reason for which Cloudflare refuses copies is repeated', async () => {
  await sql`
    insert into cdn_config (account_id, account_hash, images_domain, email, api_key, last_error)
    values ('a', 'h', 'imagedelivery.net', 'e@x.example', '', 'The token has expired.')`.execute(db)
  expect((await doctor()).out).toContain('FAULT  Database: Cloudflare Images refuses copies: The token has expired.')
})
