import pg from 'pg'

/** Works on a connection of its own, which is closed afterwards. */
export async function withConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  // A lost connection fails the statement that runs; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
