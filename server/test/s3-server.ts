import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 's3')

/** A real S3 service on this machine with an empty bucket, and the settings that name it. */
export async function startS3() {
  // Kept apart, with a lockfile of its own. Its binary comes with its packages; the script only puts it in place.
  if (!existsSync(join(folder, 'node_modules/workerd/bin/workerd'))) {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync(process.execPath, ['node_modules/workerd/install.js'], { cwd: folder, stdio: 'ignore' })
  }
  const keys = { S3_ACCESS_KEY: 'vitrine', S3_SECRET_KEY: 'a-secret-for-tests-alone' }
  const service = fork(join(folder, 'serve.mjs'), Object.values(keys), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ endpoint }] = await once(service, 'message')
  return {
    settings: { STORE: 's3', S3_ENDPOINT: endpoint as string, S3_BUCKET: 'vitrine', ...keys },
    stop: async () => {
      service.disconnect()
      await once(service, 'exit')
    },
  }
}
