import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 's3')

interface S3Options {
  /** Where the files of the bucket are, for a service that is started again; otherwise they are in memory. */
  files?: string
  /** Any that is free by default. */
  port?: number
}

/** Starts a real S3 service with a bucket, installed by bootstrap.mjs, and returns the settings that name it. */
export async function startS3({ files = '', port = 0 }: S3Options = {}) {
  const keys = { S3_ACCESS_KEY: 'vitrine', S3_SECRET_KEY: 'a-secret-for-tests-alone' }
  const service = fork(join(folder, 'serve.mjs'), [...Object.values(keys), files, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(service, 'exit').then(() => Promise.reject(new Error('The S3 service did not start.')))
  const [{ endpoint }] = await Promise.race([once(service, 'message'), ended])
  return {
    settings: { STORE: 's3', S3_ENDPOINT: endpoint as string, S3_BUCKET: 'vitrine', ...keys },
    stop: async () => {
      service.disconnect()
      await once(service, 'exit')
    },
  }
}
