import { concurrencyQueue } from '../model/concurrency-queue.ts'
import { emptyInspection, type FileInspection } from './inspect-file.ts'
import type { InspectionMessage } from './inspector-worker.ts'
import workerUrl from './inspector-worker.ts?worker&url'

/** Inspects files in a worker, one at a time, to keep the page responsive and memory bounded for hundreds of files. */
export function createFileInspector() {
  const enqueue = concurrencyQueue(1)
  let worker: Worker | null = null

  const inspectInWorker = (file: File) =>
    new Promise<FileInspection>((resolve) => {
      worker ??= new Worker(trustedScriptUrl(workerUrl), { type: 'module' })
      let known = emptyInspection
      // After an error or the timeout the rest counts as fine; the server checks it anyway.
      const giveUp = () => {
        worker?.terminate()
        worker = null
        end(known)
      }
      const timeout = setTimeout(giveUp, timeoutMs)
      const end = (inspection: FileInspection) => {
        clearTimeout(timeout)
        resolve(inspection)
      }
      worker.onmessage = ({ data: { inspection, isComplete } }: MessageEvent<InspectionMessage>) => {
        known = inspection
        if (isComplete) end(inspection)
      }
      worker.onerror = giveUp
      worker.postMessage(file)
    })

  return (file: File, isWanted: () => boolean): Promise<FileInspection> =>
    new Promise((resolve) =>
      enqueue(async () =>
        resolve(isWanted() ? await inspectInWorker(file).catch(() => emptyInspection) : emptyInspection),
      ),
    )
}

/** Timeout: the largest accepted image is decoded within a few seconds even by a slow phone. */
const timeoutMs = 30_000

/** The site's Content-Security-Policy requires Trusted Types for script URLs; this URL comes from the build. */
function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as unknown as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('inspector-worker', { createScriptURL: (trusted) => trusted })
  return (policy?.createScriptURL(url) ?? url) as string
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

interface Policy {
  createScriptURL(url: string): unknown
}
