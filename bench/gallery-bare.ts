// The least that sends the same bytes, headers included: a Fastify with one route. A text is sent as the string that any
// handler would have made of it, what is packed as a Buffer.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import type { Target } from './load.ts'
import { answering } from './own-process.ts'
import { state } from './server-state.ts'

/** An answer to copy, or how things are. */
export type BareQuestion = 'state' | Target

let headers: Record<string, string> = {}
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
  const said = Object.entries(answer.headers as Record<string, string>)
  headers = Object.fromEntries(said.filter(([name]) => !NODE_SAYS.includes(name)))
}

const NODE_SAYS = ['date', 'connection', 'keep-alive', 'content-length']
