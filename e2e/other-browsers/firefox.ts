import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, keyActions } from './browser.ts'

/** Starts Firefox and speaks WebDriver BiDi with it (W3C), which needs no driver beside it. */
export async function startFirefox(executable: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-firefox-'))
  const firefox = spawn(executable, ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: '1' }, // root may not make the sandbox's namespaces
  })
  const { send, socket } = await connect(await debuggingAddress(firefox))
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const { context } = contexts[0]!
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })

  return {
    name: 'firefox',
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await send<Evaluation>('script.evaluate', {
        expression: `Promise.resolve(${expression}).then(JSON.stringify)`,
        target: { context },
        awaitPromise: true,
      })
      if (!result) throw new Error(`${expression}: ${exceptionDetails?.text}`)
      return JSON.parse(result.value ?? 'null') as T
    },
    press: async (key) => {
      await send('input.performActions', { context, ...keyActions(key) })
    },
    async screenshot(file) {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      await writeFile(file, data, 'base64')
    },
    async close() {
      socket.close()
      firefox.kill()
      await once(firefox, 'exit')
      await rm(profile, { recursive: true, force: true })
    },
  }
}

interface Evaluation {
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

/** Firefox prints the address on which it listens. */
async function debuggingAddress(firefox: ChildProcess): Promise<string> {
  for await (const line of createInterface(firefox.stderr!)) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address) return `${address}/session`
  }
  throw new Error('Firefox has not started')
}

/** Commands are answered by their number, in any order. */
async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<object>>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data)
    if (type === 'error') waiting.get(id)?.reject(new Error(message))
    else waiting.get(id)?.resolve(result)
  }
  await once(socket, 'open')
  let last = 0
  const send = <T = object>(method: string, params: object): Promise<T> => {
    const answer = Promise.withResolvers<object>()
    waiting.set(++last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise as Promise<T>
  }
  return { send, socket }
}
