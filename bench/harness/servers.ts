import type { BaselineRequest } from './baseline-server.ts'
import { type BenchmarkProcess, type ServerState, startProcess } from './benchmark-process.ts'
import type { VitrineRequest } from './vitrine-server.ts'

export type VitrineProcess = BenchmarkProcess<VitrineRequest, ServerState>
export type BaselineProcess = BenchmarkProcess<BaselineRequest, ServerState>

/** The settings of a product on a data folder, at a free port. */
export const productSettings = (folder: string): Record<string, string> => ({
  DATA_DIR: folder,
  DATABASE_URL: '',
  DEMO: 'off',
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
})

/** The product beside the baseline that sends copies of its answers, as long as `work` takes. */
export async function besideBaseline<Result>(
  settings: Record<string, string>,
  work: (vitrine: VitrineProcess, bare: BaselineProcess) => Promise<Result>,
): Promise<Result> {
  const vitrine: VitrineProcess = startProcess(new URL('./vitrine-server.ts', import.meta.url), settings)
  const bare = startBaseline()
  try {
    return await work(vitrine, bare)
  } finally {
    await Promise.all([vitrine.end(), bare.end()])
  }
}

export const startBaseline = (): BaselineProcess => startProcess(new URL('./baseline-server.ts', import.meta.url))
