// The baseline of files: a Fastify that sends the same bytes with the same headers from memory.
import fastify from 'fastify'
import { serveRequests } from '../harness/benchmark-process.ts'
import { type ServerState, serverState } from '../harness/server-state.ts'
import { type CopiedFile, fetchFile } from './copied-file.ts'

/** Addresses to copy, each a whole URL. */
export type BareFilesRequest = 'state' | string[]

const files = new Map<string, CopiedFile>()

const app = fastify()
app.get('/*', async (request, reply) => {
  const { headers, bytes } = files.get(request.url)!
  return reply.headers(headers).send(bytes)
})
await app.listen({ port: 0, host: '127.0.0.1' })

serveRequests(
  async (question: BareFilesRequest): Promise<ServerState> => {
    if (question !== 'state') for (const url of question) files.set(new URL(url).pathname, await fetchFile(url))
    return serverState(app)
  },
  () => app.close(),
)
