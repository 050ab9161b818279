import pg from 'pg'
import { withoutTimeouts } from './tables.sql.ts'

/** Works on a connection of its own, without the timeouts that a role may have for the site. */
export async function withConnection<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  // A lost connection fails the statement that runs; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await withoutTimeouts(client)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
