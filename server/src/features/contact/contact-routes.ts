import { contact } from '@vitrine/contract/calls/visitors/contact'
import type { Config } from '#config'
import type { Database } from '#kit/database/pool'
import { isLoopback, networkOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { createRateLimiter } from '#kit/security/rate-limit'
import type { BackoffPolicy } from '#kit/security/rate-limit.sql'
import { enqueueContactMail } from './contact-mails.ts'

/** Messages per network: enough for a few reports in a row, too few to flood an inbox. */
const perNetwork: BackoffPolicy = {
  freeAttempts: 5,
  firstWaitSeconds: 60,
  maxWaitSeconds: 60 * 60,
  resetAfterSeconds: 24 * 60 * 60,
}

/** Mounts the call of the contact form (requirements: #contact-form). */
export function contactRoutes(serve: EndpointServer, { db, config }: { db: Database; config: Config }) {
  serve(contact, {
    async send({ body: { website, ...message }, request: { ip } }) {
      const isLimited = config.THROTTLE === 'on' && !isLoopback(ip)
      if (isLimited) await createRateLimiter(db, perNetwork, 'contact', networkOf(ip)).consume()
      if (!website) await enqueueContactMail(db, message)
      return { message: contact.send.messages.done }
    },
  })
}
