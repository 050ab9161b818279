import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '../harness/benchmark-process.ts'
import type { Benchmark } from '../harness/comparison.ts'
import { median } from '../harness/median.ts'
import type { ServerState } from '../harness/server-state.ts'
import type { AccountsRequest } from './sign-in-server.ts'

const pairs = 200
const warmUp = 20

/** Milliseconds of each answer. */
interface PairedTimes {
  label: string
  known: number[]
  unknown: number[]
}

/** Whether the time of an answer tells that there is such an account (ASVS 6.3.8). */
export const signIn: Benchmark<PairedTimes[]> = {
  name: 'sign-in',
  description: `answers about known and unknown accounts, ${pairs} pairs in turns: is one slower?`,

  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'))
    const settings = { DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'silent' }
    const vitrine = startProcess<AccountsRequest, ServerState>(
      new URL('./sign-in-server.ts', import.meta.url),
      settings,
    )
    try {
      say('Opening accounts …')
      const { url } = await vitrine.ask({ count: pairs + warmUp })
      const calls = `${url}/api/v1/accounts/user`
      say('Signing in with wrong passwords …')
      const login = await measurePairs(`${calls}/login/`, { password: 'not-this-one' })
      say('Asking for new passwords …')
      const forgot = await measurePairs(`${calls}/forgot-password/`, {})
      return [
        { label: 'a wrong password', ...login },
        { label: 'forgot password', ...forgot },
      ]
    } finally {
      await vitrine.end()
      await rm(folder, { recursive: true, force: true })
    }
  },

  print(all) {
    for (const { label: what, known, unknown } of all) {
      const [withAccount, without] = [median(known), median(unknown)]
      const apart = Math.abs(withAccount / without - 1)
      const p = mannWhitneyP(known, unknown)
      console.log(
        `${what.padEnd(18)} known ${withAccount.toFixed(2)} ms, unknown ${without.toFixed(2)} ms: ` +
          `${(apart * 100).toFixed(1)} % apart (goal ≤ 5 %), Mann-Whitney p = ${p.toFixed(3)} (goal > 0.01)` +
          (apart > 0.05 || p <= 0.01 ? ', falls short' : ''),
      )
    }
  },
}

/** Known and unknown in turns, each turn in random order, so that what slows the machine down slows both. */
async function measurePairs(url: string, body: object) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < pairs + warmUp; i++) {
    const turn = (['known', 'unknown'] as const).toSorted(() => Math.random() - 0.5)
    for (const which of turn) {
      const ms = await measureRequest(url, { ...body, email: `${which}${i}@people.example` })
      if (i >= warmUp) times[which].push(ms)
      await sleep(50) // until its mail is written, which is done after the answer
    }
  }
  return times
}

async function measureRequest(url: string, body: object): Promise<number> {
  const began = performance.now()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${url} answered ${answer.status}.`)
  return performance.now() - began
}

/** The chance of a difference like this between two samples of one kind: Mann-Whitney's U, two-sided, as a normal. */
function mannWhitneyP(a: number[], b: number[]): number {
  const ranked = [...a.map((value) => ({ value, mine: true })), ...b.map((value) => ({ value, mine: false }))]
  ranked.sort((x, y) => x.value - y.value)
  const ranks = ranked.reduce((sum, { mine }, at) => (mine ? sum + at + 1 : sum), 0)
  const u = ranks - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normalCdf(Math.abs(u - mean) / deviation))
}

/** The share of a normal distribution below z (Abramowitz and Stegun 26.2.17, to 7 digits). */
function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
