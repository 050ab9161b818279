// The baseline: a Fastify that sends the same files one after the other, as one body of known length.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { serveRequests } from '../harness/benchmark-process.ts'
import { type ServerState, serverState } from '../harness/server-state.ts'

/** Paths of the files to send, or how things are. */
export type BareStreamRequest = 'state' | string[]

let files: string[] = []
let size = 0

async function* contents() {
  for (const file of files) yield* createReadStream(file)
}

const app = fastify()
app.get('/', async (_request, reply) =>
  reply.header('content-length', size).send(Readable.from(contents(), { objectMode: false })),
)
await app.listen({ port: 0, host: '127.0.0.1' })

serveRequests(
  async (question: BareStreamRequest): Promise<ServerState> => {
    if (question !== 'state') {
      files = question
      size = (await Promise.all(files.map((file) => stat(file)))).reduce((sum, one) => sum + one.size, 0)
    }
    return serverState(app)
  },
  () => app.close(),
)
