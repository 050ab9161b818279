// The product, listening as main.ts makes it listen, with a switch that no visitor has: an empty page cache at each request.
import { LRUCache } from 'lru-cache'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { galleryChanged } from '../server/src/features/images/publish-queries.ts'
import { openResources } from '../server/src/foundation.ts'
import type { Notifications } from '../server/src/kit/signals.ts'
import { answering } from './own-process.ts'
import { type ServerState, state } from './server-state.ts'

export type VitrineQuestion = 'state' | 'keep pages' | 'forget pages'

export interface VitrineState extends ServerState {
  /** What was put into the page caches so far, because it was not there. */
  made: { pages: number; replies: number }
}

let forgetting = false
const forget: (() => void)[] = []

const made = { pages: 0, replies: 0 }
const set = LRUCache.prototype.set
// A page that weighs less once it is packed is set again, as old as it was.
LRUCache.prototype.set = function (key, value, ...rest) {
  const isNew = (this.peek(key) as { at?: number } | undefined)?.at !== (value as { at?: number }).at
  if (isNew && String(key).startsWith('/')) made.pages++
  if (isNew && String(key).startsWith('["/')) made.replies++
  return set.call(this, key, value, ...rest)
}

const config = readConfig()
const foundation = await openResources(config)
const signals: Notifications = {
  ...foundation.notifications,
  on(topic, does) {
    if (topic === galleryChanged) forget.push(does)
    foundation.notifications.on(topic, does)
  },
}
const app = await buildApp({ ...foundation, notifications: signals }, config)
await app.listen({ port: config.PORT, host: config.HOST })
// What an approval does to the page cache; the call that a page makes in process does not pass here.
app.server.prependListener('request', () => {
  if (forgetting) for (const does of forget) does()
})

answering(
  (question: VitrineQuestion): VitrineState => {
    if (question !== 'state') forgetting = question === 'forget pages'
    return { ...state(app), made }
  },
  async () => {
    await app.close()
    await foundation.stop()
  },
)
