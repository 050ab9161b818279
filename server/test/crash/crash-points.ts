// Loaded before the server (`node --import`): kills its own process at the n-th call at an edge of the process.
import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { Server, ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'
import { type CrashOrder, REPORT_PIPE } from './crash-order.ts'

/** Only here, where the process is about to end, is a variable of the module the simplest. */
let armed: { order: CrashOrder; points: string[] } | undefined
const requests = new AsyncLocalStorage<true>()

function isCounted(): boolean {
  if (!armed) return false
  const { scope } = armed.order
  return scope === 'all' || (scope === 'requests') === (requests.getStore() === true)
}

function point(name: string): void {
  if (!armed || (countsChangesAlone() && name.startsWith('after ') && name !== 'after answer')) return
  armed.points.push(name)
  if (armed.points.length === armed.order.at) kill(name)
}

/** SIGKILL to oneself is delivered before the call returns: nothing of this process runs any more. */
function kill(name: string): void {
  // A pipe keeps what was written to it before, and the parent learns where it ended.
  fs.writeSync(REPORT_PIPE, `${name}\n`)
  process.kill(process.pid, 'SIGKILL')
}

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown
/** Names a call; null where it is not counted. */
type Label = (target: unknown, values: unknown[]) => string | null

/** One point before the call and one after it, when it is over but what called it does not know yet. */
function counted(label: Label, call: AnyFunction): AnyFunction {
  return function (...values) {
    const name = label(this, values)
    if (!name || !isCounted()) return call.apply(this, values)
    point(`before ${name}`)
    const pass = (result: unknown) => {
      point(`after ${name}`)
      return result
    }
    const callback = values.at(-1)
    if (typeof callback === 'function') {
      const counting = (...results: unknown[]) => callback(...(pass(results) as unknown[]))
      return call.apply(this, [...values.slice(0, -1), counting])
    }
    const result = call.apply(this, values)
    return result instanceof Promise ? result.then(pass) : pass(result)
  }
}

function patch(target: object, names: string[], label: (name: string) => Label): void {
  const calls = target as Record<string, AnyFunction>
  for (const name of names) calls[name] = counted(label(name), calls[name]!)
}

const countsChangesAlone = () => armed?.order.detail === 'changes'

/** Heartbeats have nothing to do with what is tried. */
const isNoise = (text: string) => /^(listen|select pg_notify\(\$1, \$2\)|select \* from pg_stat_)/i.test(text)

const inTransaction = new WeakSet<object>()

const queryLabel = (): Label => (client, values) => {
  const query = values[0] as string | { text?: string } | undefined
  const text = (typeof query === 'string' ? query : (query?.text ?? 'COPY')).trim().replaceAll(/\s+/g, ' ')
  const isInside = inTransaction.has(client as object)
  if (/^(begin|start transaction)/i.test(text)) inTransaction.add(client as object)
  else if (/^(commit|rollback)/i.test(text)) inTransaction.delete(client as object)
  else if (isNoise(text) || (countsChangesAlone() && isInside)) return null
  if (countsChangesAlone() && /^(begin|select|start|rollback|with \w+ as \(select)/i.test(text)) return null
  return `query ${text.slice(0, 100)}`
}

const fileLabel =
  (name: string): Label =>
  (_, values) => {
    if (name === 'open' && countsChangesAlone() && !/[wa+]/.test(String(values[1] ?? 'r'))) return null
    return `${name} ${values.filter((value) => typeof value === 'string').join(' ')}`.trim()
  }

const requestLabel: Label = (_, [url, options]) => {
  const { method = 'GET' } = (options ?? {}) as RequestInit
  return countsChangesAlone() && /GET|HEAD/.test(method) ? null : `${method} ${new URL(String(url)).pathname}`
}

async function install(): Promise<void> {
  patch(pg.Client.prototype, ['query'], queryLabel)
  const changes = ['rename', 'link', 'unlink', 'rm', 'mkdir', 'rmdir', 'writeFile', 'copyFile', 'open', 'utimes']
  patch(fsPromises, changes, fileLabel)
  patch(fs, ['open', 'write', 'writev', 'fsync', 'fdatasync', 'rename', 'unlink'], fileLabel)
  const handle = await fsPromises.open(import.meta.filename)
  patch(Object.getPrototypeOf(handle), ['write', 'writeFile', 'sync', 'datasync'], (name) => () => `handle.${name}`)
  await handle.close()
  syncBuiltinESMExports()
  globalThis.fetch = counted(requestLabel, globalThis.fetch as AnyFunction) as typeof fetch
  patch(ServerResponse.prototype, ['end'], () => () => 'answer')
  const { emit } = Server.prototype
  Server.prototype.emit = function (this: Server, ...event: Parameters<typeof emit>) {
    return event[0] === 'request' ? requests.run(true, () => emit.apply(this, event)) : emit.apply(this, event)
  } as typeof emit
}

function obey(order: CrashOrder): void {
  const points = armed?.points ?? []
  armed = order.at === 'end' ? undefined : { order, points: [] }
  process.send?.(points)
}

if (isMainThread) {
  await install()
  const { CRASH_AT } = process.env
  if (CRASH_AT) armed = { order: { at: Number(CRASH_AT), scope: 'all', detail: 'changes' }, points: [] }
  process.on('message', obey)
  process.on('disconnect', () => process.exit())
}
