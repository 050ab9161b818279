import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './pool.ts'
import { executeNamed } from './statements.ts'

test('a named statement is parsed once on each connection, also inside a transaction', async () => {
  const db = openDatabase(inject('postgres'), { connections: 2 })
  const square = (transaction: typeof db, n: number) =>
    executeNamed(transaction, 'square', sql<{ square: number }>`select ${n}::int * ${n}::int as square`)
  const prepared = async (transaction: typeof db) => {
    const { rows } = await sql<{ name: string; runs: number }>`
      select name, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(transaction)
    return rows
  }
  const onItsOwnConnection = () =>
    db.transaction().execute(async (transaction) => {
      expect(await square(transaction, 2)).toEqual([{ square: 4 }])
      expect(await square(transaction, 3)).toEqual([{ square: 9 }])
      return prepared(transaction)
    })
  const both = await Promise.all([onItsOwnConnection(), onItsOwnConnection()])
  expect(both).toEqual([[{ name: 'square', runs: 2 }], [{ name: 'square', runs: 2 }]])
  await db.destroy()
})
