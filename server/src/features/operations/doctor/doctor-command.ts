import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import type { SetUpCommand } from '#command'
import type { Config } from '#config'
import { openStore } from '#features/images/files/open-store'
import { assertLibraryIsThere, assertServable, hoursLate, migrationsFolder, placeOf } from '#features/library/library'
import { libraryRow } from '#features/library/library.sql'
import { version } from '#features/library/version'
import { findConfinement } from '#imaging/pool/confinement'
import { withConnection } from '#kit/database/connection'
import { schemaState } from '#kit/database/migrate'
import { openBackgroundDatabase } from '#kit/database/pool'
import { startPostgres } from '#kit/embedded-postgres/supervisor'
import { keyFile } from '#kit/security/master-key'
import { freeBytesOf } from '#kit/storage/disk-space'
import type { Store } from '#kit/storage/store'
import { SettingError, systemErrorText } from '../../../setting-parsers.ts'
import { type DatabaseFacts, databaseFacts } from './database-facts.sql.ts'
import { advice, adviceWhere, type Finding, fault, faultsWhere, settingFindings } from './setting-findings.ts'

/** What is looked at, in this order; each look ends by itself within half a minute. */
const subjects = {
  Settings: settingFindings,
  Program: programFindings,
  Mail: mailFindings,
  Library: presenceFindings,
}

/** Of a library that is there: to look at them would make one. */
const parts = { Disk: diskFindings, Database: databaseFindings, Files: storeFindings }

const marks = { fault: 'FAULT', advice: 'note ' }

export const doctor: SetUpCommand = {
  usage: 'doctor',
  description:
    'Says what is misconfigured: settings, rights, clock, disk, database, bucket and mail. Exit status 1 when ' +
    'something does not work.',
  options: {},

  async runWith(_, config) {
    console.log(`Vitrine ${version}`)
    console.log(`Library: ${placeOf(config)}, ${config.SITE_URL || 'no SITE_URL'}`)
    const isThere = !(await presenceFindings(config)).length
    let hasFault = false
    for (const [subject, findingsOf] of Object.entries({ ...subjects, ...(isThere && parts) })) {
      const findings = await findingsOf(config)
      if (!findings.length) console.log(`ok     ${subject}`)
      for (const { kind, text } of findings) console.log(`${marks[kind]}  ${subject}: ${text}`)
      hasFault ||= findings.some(({ kind }) => kind === 'fault')
    }
    return !hasFault
  },
}

async function programFindings(): Promise<Finding[]> {
  const { hasLimits, hasNoNetwork, hasNoFiles } = findConfinement()
  return adviceWhere(
    [!hasNoFiles, 'Processes that decode pictures can read the files of this account. Install bubblewrap.'],
    [!hasNoNetwork, 'Processes that decode pictures reach the network. Install bubblewrap.'],
    [!hasLimits, 'Processes that decode pictures have no memory limit. Install prlimit (util-linux).'],
  )
}

/** Connects and signs in to the mail server; nothing is sent. */
async function mailFindings({ SMTP_URL }: Config): Promise<Finding[]> {
  if (!SMTP_URL) return []
  const transport = createTransport({ url: SMTP_URL, connectionTimeout: 10_000, greetingTimeout: 10_000 })
  try {
    await transport.verify()
    return []
  } catch (error) {
    return [fault(`The server in SMTP_URL cannot be used: ${systemErrorText(error)}.`)]
  } finally {
    transport.close()
  }
}

/** Writes, reads and removes a file of its own in the store. */
async function storeFindings(config: Config): Promise<Finding[]> {
  const content = randomBytes(16).toString('hex')
  const key = `originals/doctor/${content}.txt`
  try {
    const store = await openStore(config)
    await using workspace = await store.createWorkspace()
    const file = join(workspace.folder, 'probe.txt')
    await writeFile(file, content)
    await store.put(file, key)
    const isSame = (await text(store.read(key))) === content
    const findings = isSame ? [] : [fault('The store answers with other bytes than it was given.')]
    if (config.FILES_SENT_BY === 'bucket') findings.push(...(await signedUrlFindings(store, key, content)))
    await store.remove(key)
    return findings
  } catch (error) {
    return [fault(`A file cannot be written, read and removed: ${systemErrorText(error)}`)]
  }
}

/** Fetches the file as visitors do with FILES_SENT_BY=bucket. */
async function signedUrlFindings(store: Store, key: string, content: string): Promise<Finding[]> {
  const contentDisposition = 'attachment; filename="probe.txt"'
  const url = await store.signedUrl!(key, { seconds: 60, contentType: 'text/plain', contentDisposition })
  const response = await fetch(url, { redirect: 'error' })
  if ((await response.text()) !== content)
    return [fault(`The bucket does not send files by a signed address (it answers ${response.status}).`)]
  if (response.headers.get('content-disposition') === contentDisposition) return []
  return [fault('The bucket does not name the files that it sends; browsers would show them. Set FILES_SENT_BY=node.')]
}

/** Seconds by which the clocks of this machine and of the database may differ; beyond, sessions end at other times. */
const maxClockSeconds = 5

async function databaseFindings({ DATABASE_URL, DATA_DIR }: Config): Promise<Finding[]> {
  try {
    if (DATABASE_URL) return await ask(DATABASE_URL)
    const embedded = await startPostgres(join(DATA_DIR, 'postgres'))
    return await ask(embedded.url).finally(embedded.stop)
  } catch (error) {
    return [fault(`It cannot be used: ${systemErrorText(error)}.`)]
  }
}

async function ask(url: string): Promise<Finding[]> {
  const options = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
  const findings = findingsOf(await withConnection(options, databaseFacts))
  return [...findings, ...(await libraryFindings(url))]
}

function findingsOf({ version, encoding, has_trigrams, has_intarray, clock, cdn_error }: DatabaseFacts): Finding[] {
  const seconds = Math.round(Math.abs(clock.getTime() - Date.now()) / 1000)
  return faultsWhere(
    [version < 18, `It is PostgreSQL ${version}; Vitrine needs 18 or newer.`],
    [encoding !== 'UTF8', `Its encoding is ${encoding}; create it with encoding UTF8.`],
    [!has_trigrams, 'The extension pg_trgm is missing. Install the contrib package of PostgreSQL.'],
    [has_intarray, 'The extension intarray makes searches slow. Drop it from this database.'],
    [seconds > maxClockSeconds, `Its clock and this machine's differ by ${seconds} s. Set both by NTP.`],
    [cdn_error !== null, `Cloudflare Images refuses copies: ${cdn_error}`],
  )
}

async function diskFindings({ DATA_DIR, FREE_DISK_MB, SECRET_KEY, STORE, FILES_SENT_BY }: Config): Promise<Finding[]> {
  try {
    await mkdir(DATA_DIR, { recursive: true })
    await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return [fault(`${DATA_DIR} cannot be used by this account (${(error as Error).message}).`)]
  }
  const findings: Finding[] = []
  const freeMb = Math.floor((await freeBytesOf([DATA_DIR])) / 1e6)
  if (freeMb < FREE_DISK_MB)
    findings.push(
      fault(`${freeMb} MB are free in ${DATA_DIR}. Below FREE_DISK_MB (${FREE_DISK_MB}) no uploads are taken.`),
    )
  else if (freeMb < 3 * FREE_DISK_MB)
    findings.push(advice(`${freeMb} MB are free in ${DATA_DIR}; uploads are refused below ${FREE_DISK_MB}.`))
  if (!SECRET_KEY && (await hasMode(keyFile(DATA_DIR), 0o077)))
    findings.push(fault(`Other accounts can read ${keyFile(DATA_DIR)}, and sign in as anyone. Run chmod 600 on it.`))
  const files = join(DATA_DIR, 'files')
  if (STORE === 'disk') findings.push(...(await rightsFindings(DATA_DIR, files, FILES_SENT_BY === 'proxy')))
  return findings
}

async function rightsFindings(folder: string, files: string, areSentByProxy: boolean): Promise<Finding[]> {
  if (await hasMode(files, areSentByProxy ? 0o007 : 0o077))
    return [
      advice(
        `Other accounts can read pending and rejected pictures. Run chmod -R ${areSentByProxy ? 'o' : 'go'}= ${files}.`,
      ),
    ]
  if (areSentByProxy && !((await hasMode(folder, 0o010)) && (await hasMode(files, 0o010))))
    return [advice(`The group of the proxy cannot read the files. Run chmod g+x ${folder} and chmod -R g+rX ${files}.`)]
  return []
}

/** Whether a file or folder has any of these rights; Windows has no such. */
async function hasMode(path: string, bits: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && process.platform !== 'win32' && (found.mode & bits) !== 0
}

/** Whether there is a library where the settings say; where there is none, nothing may be made there. */
async function presenceFindings(config: Config): Promise<Finding[]> {
  return sentenceOf(() => assertLibraryIsThere(config))
}

async function libraryFindings(url: string): Promise<Finding[]> {
  await using db = openBackgroundDatabase(url, { connections: 1 })
  const schema = await schemaState(db, migrationsFolder)
  const misfits = await sentenceOf(() => assertServable(db, schema))
  if (misfits.length) return misfits
  if (schema.missing.length)
    return [advice(`The next start of the site migrates the database: ${schema.missing.join(', ')}. Back up first.`)]
  return backupFindings((await libraryRow(db)).backed_up_at)
}

function backupFindings(at: Date | null): Finding[] {
  if (!at)
    return [advice('There is no backup of this library yet. Run "npm run vitrine -- backup <folder>" each night.')]
  const hours = hoursLate(at)
  return hours ? [advice(`The last backup that missed nothing is ${hours} hours old.`)] : []
}

async function sentenceOf(assertion: () => void | Promise<void>): Promise<Finding[]> {
  try {
    await assertion()
    return []
  } catch (error) {
    if (error instanceof SettingError) return [fault(error.message)]
    throw error
  }
}
