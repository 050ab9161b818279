import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '#features/accounts/auth/password-hash'
import { addUser } from '#features/accounts/users/users.sql'
import type { DatabaseUrl } from '#kit/database/database-url'
import { openBackgroundDatabase } from '#kit/database/pool'
import type { Database } from '#kit/database/statements'
import type { Store } from '#kit/storage/store'
import { readConfig } from '../../src/config.ts'
import { openStore } from '../../src/features/images/files/open-store.ts'
import { startMain, waitForAddress } from '../main-process.ts'
import type { CrashOrder } from './crash-order.ts'

/** An answer that was read in whole; null where the connection broke before that, so that nothing was promised. */
export type Answer = { status: number; bytes: Buffer; body: AnswerBody } | null

/** What is read of answers in JSON; the fields of the call in question are there. */
interface AnswerBody {
  count: number
  act: number
  images: AnsweredImage[]
  data: { tokens: { access_token: string } }
}

export interface AnsweredImage {
  id: number
  slug: string
  title: string
  status: string
  keywords: object[]
  cloudflare_id: string
  cloudflare_url: string
  main_url: string
  waiting_edit: { file: { main_url: string } | null } | null
}

export interface Person {
  id: number
  email: string
  headers: { authorization: string }
}

/** A Vitrine whose process is killed and started again on the same data. */
export class CrashSite {
  owner!: Person
  admin!: Person
  readonly settings: Record<string, string>
  /** To look on, beside the process that is killed. */
  readonly db: Database
  store!: Store
  #process: ChildProcess | undefined
  #address = ''
  #killedAt: Promise<string> = Promise.resolve('')

  /** `databaseUrl` where the site starts a database of its own. */
  constructor(settings: Record<string, string>, databaseUrl: DatabaseUrl = settings.DATABASE_URL!) {
    this.settings = { LOG_LEVEL: 'silent', IMAGE_WORKERS: '1', THROTTLE: 'off', QUOTA_PENDING_NEW: '0', ...settings }
    this.db = openBackgroundDatabase(databaseUrl, { connections: 6 })
  }

  /** Starts the process, adds the people the first time, and signs them in, since an access token is soon too old. */
  async start(): Promise<void> {
    await this.startProcess()
    this.owner ??= await this.#addPerson('owner', 'user')
    this.admin ??= await this.#addPerson('reviewer', 'admin')
    for (const person of [this.owner, this.admin]) await this.#signIn(person)
  }

  async startProcess(environment: Record<string, string> = {}): Promise<void> {
    const child = startMain(
      { ...this.settings, ...environment },
      {
        nodeArguments: ['--import', join(import.meta.dirname, 'crash-points.ts')],
        stdio: ['ignore', 'pipe', 'inherit', 'ipc', 'pipe'],
      },
    )
    this.#process = child
    this.#killedAt = text(child.stdio[4] as Readable)
    this.#address = (await waitForAddress(child)).replace('localhost', '127.0.0.1')
    child.stdout!.resume()
    this.store ??= await openStore(readConfig(this.settings))
  }

  async #addPerson(username: string, role: 'user' | 'admin'): Promise<Person> {
    const email = `${username}@people.example`
    const password_hash = await hashPassword(PASSWORD)
    const { id } = await addUser(this.db, { email, username, number: '01234567890', password_hash, role })
    return { id, email, headers: { authorization: '' } }
  }

  async #signIn(person: Person): Promise<void> {
    const json = { email: person.email, password: PASSWORD }
    const answer = await this.send('POST', '/api/v1/accounts/user/login/', { json })
    person.headers.authorization = `Bearer ${answer!.body.data.tokens.access_token}`
  }

  get isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  /** Sends an order; returns the points since the one before, or null where the process is killed already. */
  async order(order: CrashOrder): Promise<string[] | null> {
    const child = this.#process!
    if (!this.isRunning) return null
    const answer = once(child, 'message')
    const gone = once(child, 'exit').then(() => null)
    child.send(order, () => {}) // a process that has ended is noticed by its exit
    const received = await Promise.race([answer, gone])
    answer.catch(() => {})
    return received && (received[0] as string[])
  }

  /** Kills the process where it runs yet, and waits for its end; returns the point where it killed itself. */
  async end(): Promise<string> {
    const child = this.#process!
    if (this.isRunning) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    return (await this.#killedAt).trim()
  }

  async close(): Promise<void> {
    await this.end()
    await this.db.destroy()
  }

  /** Waits until something is so, or until the process has ended. */
  async until(isSo: () => Promise<boolean>, timeoutMs = 60_000): Promise<boolean> {
    const deadline = performance.now() + timeoutMs
    while (this.isRunning && performance.now() < deadline) {
      if (await isSo()) return true
      await sleep(50)
    }
    return false
  }

  /**
   * What is refused because the machine is busy is sent again, unless the caller wants to know; what was locked for too
   * long is sent again in any case, since nothing was changed.
   */
  async send(method: string, path: string, call: Call = {}, isPatient = true): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.#sendOnce(method, path, call)
      const isBusy = answer?.status === 503 || answer?.status === 429
      const isLocked = answer?.status === 409
      if (!(isLocked || (isBusy && isPatient)) || tries === PATIENT_TRIES) return answer
      await sleep(500)
    }
  }

  async #sendOnce(method: string, path: string, { person, json, form }: Call): Promise<Answer> {
    const headers = { ...person?.headers, ...(json && { 'content-type': 'application/json' }) }
    const body = json ? JSON.stringify(json) : (form ?? null)
    try {
      const answer = await fetch(new URL(path, this.#address), { method, headers, body })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isJson = answer.headers.get('content-type')?.startsWith('application/json')
      return { status: answer.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : {} }
    } catch {
      return null
    }
  }
}

interface Call {
  person?: Person
  json?: object
  form?: FormData
}

const PASSWORD = 'correct-horse'
const PATIENT_TRIES = 40
