import { concurrencyQueue } from '../model/concurrency-queue.ts'
import { emptyInspection, type FileInspection } from './inspect-file.ts'
import address from './inspector-worker.ts?worker&url'

/** Looks at files in a worker, one after the other, so that neither the page nor the memory feels five hundred of them. */
export function createFileInspector() {
  const inTurn = concurrencyQueue(1)
  let worker: Worker | null = null

  const answer = (file: File) =>
    new Promise<FileInspection>((resolve) => {
      worker ??= new Worker(trustedScriptUrl(address), { type: 'module' })
      // Whoever cannot look, or not in time, has nothing against the file; the server will judge.
      const giveUp = () => {
        worker?.terminate()
        worker = null
        end(emptyInspection)
      }
      const late = setTimeout(giveUp, timeoutMs)
      const end = (look: FileInspection) => {
        clearTimeout(late)
        resolve(look)
      }
      worker.onmessage = ({ data }: MessageEvent<FileInspection>) => end(data)
      worker.onerror = giveUp
      worker.postMessage(file)
    })

  return (file: File, isWanted: () => boolean): Promise<FileInspection> =>
    new Promise((resolve) =>
      inTurn(async () => resolve(isWanted() ? await answer(file).catch(() => emptyInspection) : emptyInspection)),
    )
}

/** The largest picture that is taken is decoded in a few seconds, by a slow phone too. */
const timeoutMs = 30_000

/** The site's policy takes addresses of scripts from named places alone (Trusted Types); this one is the build's own. */
function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as unknown as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('looker', { createScriptURL: (own) => own })
  return (policy?.createScriptURL(url) ?? url) as string
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

interface Policy {
  createScriptURL(url: string): unknown
}
