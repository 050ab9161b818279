import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runVitrine } from '#test/command-line'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'
import { applyIndexQueue } from './inverted-index/indexer.ts'

const { testApp, app, db, admin } = await openAppWithPeople()

// Signed in, because replies to visitors are cached.
const matches = async (one: FastifyInstance, keyword = 'kite') =>
  (await one.inject({ url: `/api/v1/images/approved/?keyword=${keyword}`, headers: admin.headers })).json()
    .count as number

async function createIndexedImage(title: string, keywords: string) {
  await createImage(testApp, admin, { png: aPng({ seed: title.length }), title, keywords }, admin)
  while ((await applyIndexQueue(db, { waits: true })) > 0);
}

test('two apps in one process share no cached posting list, as two processes do not', async () => {
  const secondApp = await testApp.openSecondProcess()
  await createIndexedImage('Red', 'kite')
  expect(await matches(app)).toBe(1)

  // A change that keeps the version: an app that has the list cached cannot see it, and one that reads it does.
  await sql`update posting set postings = '' where term like 'k%'`.execute(db)
  expect(await matches(secondApp)).toBe(0)
  expect(await matches(app)).toBe(1)
  await sql`update posting_list set version = version + 1`.execute(db)
  await sql`update posting set version = version + 1`.execute(db)
  expect([await matches(app), await matches(secondApp)]).toEqual([0, 0])
})

test('a list that is cached in a version which a failover has lost is read again as a whole', async () => {
  await createIndexedImage('Blue', 'crane')
  expect(await matches(app, 'crane')).toBe(1)
  await sql`update posting set postings = '', version = version - 2 where term like 'k%'`.execute(db)
  await sql`update posting_list set version = version - 2`.execute(db)
  expect(await matches(app, 'crane')).toBe(0)
})

async function command(...args: string[]) {
  const settings = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
  const { out, ...rest } = await runVitrine(['index', ...args], settings)
  return { ...rest, out: out.trim().split('\n').at(-1) }
}

test('index check finds wrong posting lists, index rebuild repairs them; index alone prints its usage', async () => {
  await createIndexedImage('Green', 'heron')
  expect((await command('rebuild')).code).toBe(0)
  expect(await command()).toMatchObject({ code: 1, errors: 'Usage: index rebuild or index check.\n' })
  const matching = { code: 0, out: 'The search index matches the published images.', errors: '' }
  expect(await command('check')).toMatchObject(matching)
  await sql`update posting set postings = '' where term = 'wgreen'`.execute(db)
  const errors = '1 posting list is wrong, such as wgreen (segment 0). Run index rebuild.\n'
  expect(await command('check')).toMatchObject({ code: 1, errors })
  expect((await command('rebuild')).code).toBe(0)
  expect(await command('check')).toMatchObject(matching)
})
