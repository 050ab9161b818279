import pg from 'pg'

/** Runs one statement in the database of the application under test, and answers how many rows it had. */
export async function inDatabase(statement: string, value: unknown): Promise<number> {
  const client = new pg.Client(process.env.E2E_DATABASE)
  await client.connect()
  const { rowCount } = await client.query(statement, [value])
  await client.end()
  return rowCount ?? 0
}
