// The baseline that sends the same bytes and headers: a Fastify that holds copies of answers. Text is sent as a string,
// as any handler would, and other bodies as a Buffer.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { serveRequests, serverState } from './benchmark-process.ts'
import type { Target } from './load-tool.ts'

/** Answers to copy, all with a body of another length where one is given, or how things are. */
export type BaselineRequest = 'state' | (Target & { bytes?: number })

interface Answer {
  headers: Record<string, string>
  body: string | Buffer
}

const answers = new Map<string, Answer>()
/** For addresses of which there is no copy. */
let lastCopy: Answer

const app = fastify()
for (const address of ['/', '/*'])
  app.get(address, async (request, reply) => {
    const { headers, body } = answers.get(request.url) ?? lastCopy
    return reply.headers(headers).send(body)
  })
await app.listen({ port: 0, host: '127.0.0.1' })

serveRequests(
  async (question: BaselineRequest) => {
    if (question !== 'state') await copyAnswers(question)
    return serverState(app)
  },
  () => app.close(),
)

async function copyAnswers({ url, headers = {}, paths, bytes }: Target & { bytes?: number }) {
  answers.clear()
  // A page that is asked for often is packed better after a while; the load that follows asks often.
  for (let times = 0; paths.length === 1 && times < 120; times++) await fetchRaw(url + paths[0], headers)
  await sleep(1000)
  for (const path of paths) {
    const { answer, body } = await fetchRaw(url + path, headers)
    const { 'content-encoding': encoding, 'content-type': type } = answer.headers
    const entries = Object.entries(answer.headers as Record<string, string>)
    lastCopy = {
      headers: Object.fromEntries(entries.filter(([name]) => !NODE_HEADERS.includes(name))),
      body: encoding || !/text|json/.test(String(type)) ? body : body.toString(),
    }
    if (bytes !== undefined) lastCopy.body = randomBytes(bytes) // only its length matters
    answers.set(path, lastCopy)
  }
}

const NODE_HEADERS = ['date', 'connection', 'keep-alive', 'content-length']

/** Not `fetch`, which would unpack what was sent packed. */
async function fetchRaw(url: string, headers: Record<string, string>) {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return { answer, body: await buffer(answer) }
}
