import pg from 'pg'

/** Runs one statement in the database of the application under test, and answers how many rows it had. */
export async function inDatabase(statement: string, ...values: unknown[]): Promise<number> {
  const client = new pg.Client(process.env.E2E_DATABASE)
  await client.connect()
  const { rowCount } = await client.query(statement, values)
  await client.end()
  return rowCount ?? 0
}
