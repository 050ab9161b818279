// The product, listening as main.ts does, with a switch for benchmarks alone: an empty page cache at each request.
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { galleryChanged } from '../../server/src/features/publishing/read-model.ts'
import type { Notifications } from '../../server/src/kit/database/notifications.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests, serverState } from './benchmark-process.ts'

export type VitrineRequest = 'state' | 'keep pages' | 'forget pages'

let isCacheDisabled = false
const clearPageCaches: (() => void)[] = []

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
  (question: VitrineRequest) => {
    if (question !== 'state') isCacheDisabled = question === 'forget pages'
    return serverState(app)
  },
  async () => {
    await app.close()
    await resources.stop()
  },
)
