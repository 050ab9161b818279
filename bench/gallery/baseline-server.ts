// The baseline that sends the same bytes and headers: a Fastify with one answer. Text is sent as a string, as
// any handler would, and compressed bodies as a Buffer.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { serveRequests } from '../harness/benchmark-process.ts'
import { serverState } from '../harness/server-state.ts'
import type { Target } from '../load/load-tool.ts'

/** An answer to copy, with a body of another length where one is entries, or how things are. */
export type BaselineRequest = 'state' | (Target & { bytes?: number })

let headers: Record<string, string> = {}
let body: string | Buffer = ''

const app = fastify()
for (const address of ['/', '/*']) app.get(address, async (_request, reply) => reply.headers(headers).send(body))
await app.listen({ port: 0, host: '127.0.0.1' })

serveRequests(
  async (question: BaselineRequest) => {
    if (question !== 'state') await copyResponse(question)
    return serverState(app)
  },
  () => app.close(),
)

async function copyResponse({ bytes: length, ...target }: Target & { bytes?: number }) {
  // A page that is asked for often is packed better after a while; the load that follows asks often.
  for (let times = 0; times < 120; times++) await fetchRaw(target)
  await sleep(1000)
  const { answer, bytes } = await fetchRaw(target)
  body = answer.headers['content-encoding'] ? bytes : bytes.toString()
  if (length !== undefined) body = randomBytes(length) // only its length matters
  const entries = Object.entries(answer.headers as Record<string, string>)
  headers = Object.fromEntries(entries.filter(([name]) => !NODE_HEADERS.includes(name)))
}

const NODE_HEADERS = ['date', 'connection', 'keep-alive', 'content-length']

/** Not `fetch`, which would unpack what was sent packed. */
async function fetchRaw({ url, headers }: Target) {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return { answer, bytes: await buffer(answer) }
}
