import { contact as contactCalls } from '@vitrine/contract/calls/visitors/contact'
import type { HandlerInput } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'
import type { Feature, FeatureDeps } from '#feature'
import { imageBySlug } from '#features/gallery/gallery.sql'
import { fail } from '#kit/api-error'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { rateLimits } from '#kit/security/rate-limit'
import type { BackoffPolicy } from '#kit/security/rate-limit.sql'

/** Messages per network: enough for a few reports in a row, too few to flood an inbox. */
const perNetwork: BackoffPolicy = {
  freeAttempts: 5,
  firstWaitSeconds: 60,
  maxWaitSeconds: 60 * 60,
  resetAfterSeconds: 24 * 60 * 60,
}

export const contact: Feature = {
  routes(app, deps) {
    contactRoutes(deps)
    securityTxtRoute(app, deps)
  },
  jobs: (deps) => [contactMailJobs(deps)],
}

/** Mounts the call of the contact form (requirements: #contact-form). */
function contactRoutes({ serve, db, config, site }: FeatureDeps) {
  serve(contactCalls, {
    async send({ body: { website, ...message }, request }) {
      if (!site.contact.email) throw fail('no_contact')
      await rateLimits(db, config).ofNetwork(perNetwork, request, 'contact').consume()
      if (!website) await addJob(db, 'mail_contact_message', message)
    },
  })
}

const contactMailJobs = ({ db, site, mail }: FeatureDeps): JobModule => ({
  handlers: {
    async mail_contact_message({ name, email, message, about }: HandlerInput<typeof contactCalls.send>['body']) {
      const to = site.contact.email
      if (!to) throw new Error('CONTACT_EMAIL is empty, so the message of a visitor has no recipient.')
      const image = about && (await imageBySlug(db, about))
      const href = image && site.url + pages.image.href(image)
      const link = href ? { href, label: 'The image' } : `The library has no image “${about}”.`
      const from = [name, email].filter(Boolean).join(', ') || 'a visitor who left no address'
      await mail({
        to,
        replyTo: email || undefined,
        subject: about ? `A message about an image of ${site.name}` : `A message to ${site.name}`,
        paragraphs: [`From ${from}:`, ...message.split(/(?:\r?\n){2,}/), ...(about ? [link] : [])],
      })
    },
  },
})

const securityTxtPath = '/.well-known/security.txt'

/** Days that the file is good for, less than the year that RFC 9116 advises; it moves on by itself. */
const validDays = 330

/** Where people report a weakness of this installation, as programs read it (RFC 9116). */
export function securityTxtRoute(
  app: FastifyInstance,
  { config, site }: { config: Pick<Config, 'SECURITY_CONTACT'>; site: Pick<SiteSettings, 'url' | 'contact'> },
) {
  const contact = config.SECURITY_CONTACT || site.contact.email
  if (!contact) return // the file must name one
  app.get(securityTxtPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=600')
      .type('text/plain; charset=utf-8')
      .send(securityTxt(contact, site.url)),
  )
}

const securityTxt = (contact: string, site: string): string =>
  [
    `Contact: ${contact.startsWith('https://') ? contact : `mailto:${contact}`}`,
    `Expires: ${expires().toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site}${securityTxtPath}`,
    '',
  ].join('\n')

/** At the end of a day, so that the file stays the same for caches until then. */
function expires(): Date {
  const day = 24 * 60 * 60 * 1000
  return new Date((Math.floor(Date.now() / day) + 1 + validDays) * day)
}
