import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/test-app'

const { db } = await openTestApp()

test('the payloads of jobs are where they are read, in the tables of the version that is installed', async () => {
  const { rows } = await sql`
    select column_name, data_type from information_schema.columns
    where table_schema = 'graphile_worker' and table_name = '_private_jobs' and column_name in ('id', 'payload')
    order by 1`.execute(db)
  expect(rows).toEqual([
    { column_name: 'id', data_type: 'bigint' },
    { column_name: 'payload', data_type: 'json' },
  ])
})

test('one file of the product reads a private table of graphile-worker', () => {
  const readers = globSync('server/src/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((file) =>
    readFileSync(file, 'utf8').includes('graphile_worker._private'),
  )
  expect(readers).toEqual(['server/src/kit/jobs/job-queue.sql.ts'])
})
