import { afterAll, afterEach, expect } from 'vitest'
import { readConfig } from '#config'
import { syncCdn, syncDeps } from '#features/cdn/sync-worker'
import { startFakeCloudflare } from './fake-cloudflare.ts'
import { aPng } from './png.ts'
import { createImage, openAppWithPeople, setStatus, withoutJobs } from './test-app.ts'

const configUrl = '/api/v1/configuration/cloudflare/config/'

/** A test app with a fake Cloudflare Images service; copies are synchronised when a test calls for it. */
export async function openCdnTestApp(more: Record<string, string> = {}) {
  const service = await startFakeCloudflare()
  afterAll(service.stop)
  const settings = { ...service.settings, ...more }
  const people = await openAppWithPeople(settings, withoutJobs)
  const { testApp, app, db, ada, admin } = people
  afterEach(() => {
    service.faults = []
    service.calls = []
    service.allowed = Number.POSITIVE_INFINITY
    service.delay = 0
    service.beforeUpload = async () => {}
  })

  const logged: string[] = []
  const log = (about: object | string, line?: string) => void logged.push(line ?? String(about))
  const deps = syncDeps({ ...testApp, config: readConfig(settings), log: { info: log, warn: log } })
  const work = ({ propagationSeconds = 0 } = {}) =>
    syncCdn({ ...deps, callsPerSecond: 1000, propagationSeconds }, AbortSignal.timeout(60_000))
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })
  const workLater: typeof work = async (options) => {
    const long = new Date(0)
    await db.updateTable('cdn_copy').set({ due_at: long }).execute()
    await db.updateTable('cdn_config').set({ retry_after: long }).execute()
    return work(options)
  }
  const save = (changed: object = {}) => call('POST', configUrl, { ...service.account, ...changed })
  const status = async () => (await call('GET', '/api/v1/configuration/cloudflare/status/')).json()
  const until = async (done: () => Promise<boolean>) => {
    for (let tries = 0; tries < 12 && !(await done()); tries++) await workLater()
  }
  let seeds = 100

  return {
    ...people,
    service,
    logged,
    work,
    call,
    workLater,
    /** Works as long as there is something to wait for, up to a dozen times. */
    until,
    save,
    /** Configured, with nothing that waits and no trouble that an earlier test has left. */
    async configure() {
      expect((await save()).statusCode).toBe(200)
      await workLater()
      await until(async () => {
        const { coming, leaving } = await status()
        return coming + leaving === 0
      })
    },
    takeAway: () => call('DELETE', configUrl),
    config: async () => (await call('GET', configUrl)).json(),
    status,
    /** Where visitors see it, at once as for a signed-in user; undefined where they do not. */
    shown: async ({ id }: { id: number }): Promise<string> =>
      (await call('GET', '/api/v1/images/approved/')).json().images.find((card: { id: number }) => card.id === id)
        ?.cloudflare_url,
    approved: () => createImage(testApp, ada, { png: aPng({ seed: seeds++ }), title: 'Red kite' }, admin),
    reject: ({ id }: { id: number }) => setStatus(testApp, admin, [id], 'rejected'),
  }
}
