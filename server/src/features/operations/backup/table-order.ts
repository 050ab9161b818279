import type pg from 'pg'
import { allTables, foreignKeys, type Table } from './tables.sql.ts'

/** All tables, each after those that its foreign keys refer to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<Table[]> {
  const tables = await allTables(client)
  const keys = await foreignKeys(client)
  const ordered: Table[] = []
  const visit = (table: Table) => {
    if (ordered.includes(table)) return
    for (const { refers_to } of keys.filter(({ name }) => name === table.name))
      visit(tables.find(({ name }) => name === refers_to)!)
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}
