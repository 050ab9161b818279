import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'

export const securityTxtPath = '/.well-known/security.txt'

/** Days that the file is good for, less than the year that RFC 9116 advises; it moves on by itself. */
const validDays = 330

/** Where people report a weakness of this installation, as programs read it (RFC 9116). */
export function securityTxtRoute(
  app: FastifyInstance,
  { config, site }: { config: SecurityContact; site: { url: string } },
) {
  app.get(securityTxtPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=600')
      .type('text/plain; charset=utf-8')
      .send(securityTxt(config, site.url)),
  )
}

type SecurityContact = Pick<Config, 'SECURITY_CONTACT' | 'SECURITY_POLICY' | 'CONTACT_EMAIL'>

function securityTxt({ SECURITY_CONTACT, SECURITY_POLICY, CONTACT_EMAIL }: SecurityContact, site: string): string {
  const contact = SECURITY_CONTACT || CONTACT_EMAIL
  return [
    `Contact: ${contact.startsWith('https://') ? contact : `mailto:${contact}`}`,
    `Expires: ${expires().toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${site}${securityTxtPath}`,
    ...(SECURITY_POLICY ? [`Policy: ${SECURITY_POLICY}`] : []),
    '',
  ].join('\n')
}

/** At the end of a day, so that the file stays the same for caches until then. */
function expires(): Date {
  const day = 24 * 60 * 60 * 1000
  return new Date((Math.floor(Date.now() / day) + 1 + validDays) * day)
}
