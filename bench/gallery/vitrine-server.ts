// The product, listening as main.ts does, with a switch for benchmarks alone: an empty page cache at each request.
import { LRUCache } from 'lru-cache'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { galleryChanged } from '../../server/src/features/publishing/read-model.ts'
import type { Notifications } from '../../server/src/kit/database/notifications.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests } from '../harness/benchmark-process.ts'
import { type ServerState, serverState } from '../harness/server-state.ts'

export type VitrineRequest = 'state' | 'keep pages' | 'forget pages'

export interface VitrineState extends ServerState {
  /** What was put into the page caches so far, because it was not there. */
  cacheMisses: { pages: number; replies: number }
}

let isCacheDisabled = false
const clearPageCaches: (() => void)[] = []

const cacheMisses = { pages: 0, replies: 0 }
const setInCache = LRUCache.prototype.set
// A page that weighs less once it is packed is set again, as old as it was.
LRUCache.prototype.set = function (key, value, ...rest) {
  const isNew = (this.peek(key) as { at?: number } | undefined)?.at !== (value as { at?: number }).at
  if (isNew && String(key).startsWith('/')) cacheMisses.pages++
  if (isNew && String(key).startsWith('["/')) cacheMisses.replies++
  return setInCache.call(this, key, value, ...rest)
}

const config = readConfig()
const resources = await openResources(config)
const notifications: Notifications = {
  ...resources.notifications,
  on(topic, does) {
    if (topic === galleryChanged) clearPageCaches.push(does)
    resources.notifications.on(topic, does)
  },
}
const app = await buildApp({ ...resources, notifications }, config)
await app.listen({ port: config.PORT, host: config.HOST })
// What an approval does to the page cache; the call that a page makes in process does not pass here.
app.server.prependListener('request', () => {
  if (isCacheDisabled) for (const does of clearPageCaches) does()
})

serveRequests(
  (question: VitrineRequest): VitrineState => {
    if (question !== 'state') isCacheDisabled = question === 'forget pages'
    return { ...serverState(app), cacheMisses }
  },
  async () => {
    await app.close()
    await resources.stop()
  },
)
