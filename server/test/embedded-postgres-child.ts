// Starts PostgreSQL in the given folder, prints the result as a line of JSON, and stops when its standard input ends.
import { once } from 'node:events'
import { startPostgres } from '#kit/embedded-postgres/supervisor'

const messages: string[] = []
try {
  const postgres = await startPostgres(process.argv[2]!, {
    settings: { fsync: 'off' },
    print: (line) => messages.push(line),
  })
  console.log(JSON.stringify({ url: postgres.url, isAdopted: postgres.isAdopted, pid: postgres.pid, messages }))
  await once(process.stdin.resume(), 'end')
  await postgres.stop()
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message, messages }))
}
