import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runVitrine } from '#test/command-line'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'
import { applyIndexQueue } from './inverted-index/indexer.ts'

const { testApp, admin } = await openAppWithPeople()
await createImage(testApp, admin, { png: aPng({ seed: 1 }), title: 'Red kite', keywords: 'bird' }, admin)
while ((await testApp.db.selectFrom('index_queue').select('pub_no').execute()).length) await applyIndexQueue(testApp.db)

async function command(...args: string[]) {
  const settings = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
  const { out, ...rest } = await runVitrine(['index', ...args], settings)
  return { ...rest, out: out.trim().split('\n').at(-1) }
}

test('check finds wrong posting lists and rebuild repairs them; without either it prints its usage', async () => {
  expect(await command()).toMatchObject({ code: 1, errors: 'Usage: index rebuild or index check.\n' })
  const matching = { code: 0, out: 'The search index matches the published images.', errors: '' }
  expect(await command('check')).toMatchObject(matching)
  await sql`update posting set postings = '' where term = 'wkite'`.execute(testApp.db)
  const errors = '1 posting list is wrong, such as wkite (segment 0). Run index rebuild.\n'
  expect(await command('check')).toMatchObject({ code: 1, errors })
  expect((await command('rebuild')).code).toBe(0)
  expect(await command('check')).toMatchObject(matching)
})
