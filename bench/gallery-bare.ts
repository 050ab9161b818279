// The least that sends the same bytes: a Fastify with one route, and the headers without which they could not be read. A
// text is sent as the string that any handler would have made of it, what is packed as a Buffer.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import type { Target } from './load.ts'
import { answering } from './own-process.ts'
import { state } from './server-state.ts'

/** An answer to copy, or how things are. */
export type BareQuestion = 'state' | Target

const headers: Record<string, string> = {}
let body: string | Buffer = ''

const app = fastify()
app.get('/', async (_request, reply) => reply.headers(headers).send(body))
await app.listen({ port: 0, host: '127.0.0.1' })

answering(
  async (question: BareQuestion) => {
    if (question !== 'state') await copy(question)
    return state(app)
  },
  () => app.close(),
)

/** Not `fetch`, which would unpack what was sent packed. */
async function copy(target: Target) {
  const [answer] = (await once(get(target.url, { headers: target.headers }), 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  body = answer.headers['content-encoding'] ? bytes : bytes.toString()
  for (const name of ['content-type', 'content-encoding'] as const)
    if (answer.headers[name]) headers[name] = answer.headers[name]
    else delete headers[name]
}
