import type { SiteSettings } from '@vitrine/contract/site'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'

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

function securityTxt(contact: string, site: string): string {
  return [
    `Contact: ${contact.startsWith('https://') ? contact : `mailto:${contact}`}`,
    `Expires: ${expires().toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site}${securityTxtPath}`,
    '',
  ].join('\n')
}

/** At the end of a day, so that the file stays the same for caches until then. */
function expires(): Date {
  const day = 24 * 60 * 60 * 1000
  return new Date((Math.floor(Date.now() / day) + 1 + validDays) * day)
}
