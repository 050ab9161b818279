import { once } from 'node:events'
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { temporaryFolder } from '#test/temporary-folder'

const folder = await temporaryFolder()
afterAll(stopMainProcesses)

const start = (settings: Record<string, string>, options = {}) => startMain({ DATA_DIR: folder, ...settings }, options)

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
