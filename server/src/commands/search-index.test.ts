import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'

const house = await openTestApp()
const admin = await createUser(house, 'admin')
await createImage(house, admin, { png: aPng({ seed: 1 }), title: 'Red kite', keywords: 'bird' }, admin)
while ((await house.db.selectFrom('index_queue').select('pub_no').execute()).length) await applyIndexQueue(house.db)

async function command(...words: string[]) {
  const env = { ...process.env, DATA_DIR: house.folder, DATABASE_URL: house.databaseUrl, IMAGE_WORKERS: '1' }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'index', ...words], { env })
  afterAll(() => void child.kill('SIGKILL'))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out: out.trim().split('\n').at(-1), errors }
}

test('finds wrong lists and makes them right', async () => {
  const right = { code: 0, out: 'All lists hold what is published.', errors: '' }
  expect(await command('check')).toEqual(right)
  await sql`update posting set postings = '' where term = 'wkite'`.execute(house.db)
  expect(await command('check')).toMatchObject({
    code: 1,
    errors: '1 list is wrong, such as wkite (segment 0). Say index rebuild.\n',
  })
  expect((await command('rebuild')).code).toBe(0)
  expect(await command('check')).toEqual(right)
})

test('says what it takes', async () => {
  expect(await command()).toMatchObject({ code: 1, errors: 'Say index rebuild or index check.\n' })
})
