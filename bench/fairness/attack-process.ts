// One person, or many anonymous clients, who ask for more than their share, in a process of its own.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveRequests } from '../harness/benchmark-process.ts'
import { type Account, signIn } from '../harness/contributor.ts'
import { heavyPng } from './heavy-pictures.ts'

export type Attack = { url: string; account: Account } & (
  | { kind: 'heavy uploads'; count: number; abortAfterMs?: number }
  | { kind: 'csv'; connections: number; seconds: number; rows: 'empty' | 'valid' }
  | { kind: 'edits'; connections: number; seconds: number; imageId: number }
  | { kind: 'ranges'; connections: number; seconds: number; path: string }
  | { kind: 'derivatives'; connections: number; seconds: number; paths: string[] }
)

/** How many answers had each status; 0 is none. */
export type AttackOutcome = Record<number, number>

async function run(attack: Attack): Promise<AttackOutcome> {
  const statuses: AttackOutcome = {}
  const count = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  await attackers[attack.kind](attack as never, count)
  return statuses
}

type Count = (status: number) => void
type Kind<K extends Attack['kind']> = Extract<Attack, { kind: K }>

const attackers: { [K in Attack['kind']]: (attack: Kind<K>, count: Count) => Promise<void> } = {
  async 'heavy uploads'({ url, account, count: many, abortAfterMs }, count) {
    const person = await signIn(url, account)
    const controller = new AbortController()
    if (abortAfterMs) setTimeout(() => controller.abort(), abortAfterMs)
    const sent = Array.from({ length: many }, (_, n) => person.upload(heavyPng(n), controller.signal))
    for (const { status } of await Promise.all(sent)) count(status)
  },
  async csv({ url, account, connections, seconds, rows }, count) {
    const person = await signIn(url, account)
    const table = rows === 'empty' ? Buffer.alloc(4_900_000, '\n') : validTable()
    await inParallel(connections, seconds, async () => count((await person.checkCsv(table)).status))
  },
  async edits({ url, account, connections, seconds, imageId }, count) {
    const person = await signIn(url, account)
    const rename = () => person.rename(imageId, `Title ${Math.random()}`)
    await inParallel(connections, seconds, async () => count((await rename()).status))
  },
  ranges: ({ url, connections, seconds, path }, count) =>
    inParallel(connections, seconds, async (n) =>
      count(await getAs(`198.51.${n >> 8}.${n & 255}`, url + path, { range: 'bytes=0-0' })),
    ),
  derivatives: ({ url, connections, seconds, paths }, count) =>
    inParallel(connections, seconds, async (n, turn) => {
      const path = paths[(n + connections * turn) % paths.length]!
      count(await getAs(`198.51.100.${n}`, url + path, {}))
    }),
}

async function inParallel(
  connections: number,
  seconds: number,
  act: (connection: number, turn: number) => Promise<void>,
) {
  const until = performance.now() + seconds * 1000
  const connection = async (n: number) => {
    for (let turn = 0; performance.now() < until; turn++) await act(n, turn)
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => connection(n)))
}

const agent = new http.Agent({ keepAlive: true })

/** The status; 0 without an answer. A refusal is followed by a pause, as a client that reads it would make. */
function getAs(address: string, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, headers: { ...headers, 'x-forwarded-for': address } }, (answer) => {
      answer.resume().on('close', () => resolve(answer.statusCode ?? 0))
    })
    request.on('error', () => sleep(10).then(() => resolve(0)))
  })
}

/** The most rows that a table may have, of nearly a kilobyte each, about images that do not exist. */
function validTable(): Buffer {
  const words = 'lorem ipsum dolor sit amet '.repeat(33)
  const row = (n: number) => `${900_000_000 + n},"Title ${n}","${words}"`
  return Buffer.from(['ID,Title,Description', ...Array.from({ length: 4_990 }, (_, n) => row(n))].join('\n'))
}

serveRequests(run)
