import { withConnection } from '../../server/src/kit/database/connection.ts'

/** Runs one statement in the database of the application under test, and answers how many rows it had. */
export const inDatabase = (statement: string, ...values: unknown[]): Promise<number> =>
  withConnection(
    { connectionString: process.env.E2E_DATABASE! },
    async (client) => (await client.query(statement, values)).rowCount ?? 0,
  )
