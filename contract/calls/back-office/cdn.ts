import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { requiredText } from '../../fields.ts'

/** A host name as people paste it, with a scheme, a slash or in capitals; no IP address, port or single label. */
const hostName = z.pipe(
  requiredText('Images Domain', 1, 253).check(
    z.refine(
      (text) => parseHostName(text) !== null,
      'Enter a host name such as imagedelivery.net or images.example.org.',
    ),
  ),
  z.transform((text) => parseHostName(text)!),
)

function parseHostName(text: string): string | null {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
  return new RegExp(`^(${label}\\.)+(?=[a-z0-9-]*[a-z])${label}$`).test(host) ? host : null
}

/** The five required fields (requirements: #cdn-validation). */
export const cdnFields = z.object({
  api_key: requiredText('API Key', 1, 200).check(
    z.regex(/^•+.*$|^[\x21-\x7e]*$/, 'A key has letters, digits and signs alone, without spaces.'),
  ),
  account_id: requiredText('Account ID', 1, 64).check(
    z.regex(/^[0-9a-f]{32}$/i, 'An account ID has 32 characters, 0-9 and a-f.'),
  ),
  account_hash: requiredText('Account Hash', 1, 64).check(
    z.regex(/^[\w-]{10,64}$/, 'An account hash has 10 to 64 letters, digits, - and _.'),
  ),
  images_domain: hostName,
  email: requiredText('Email', 1, 254).check(z.regex(/^[\x21-\x7e]+@[\x21-\x7e]+$/, 'Enter a valid email.')),
})

const config = z.object({
  /** Masked but for its last four characters; sent back masked, it stands for the stored key. */
  api_key: z.string(),
  account_id: z.string(),
  account_hash: z.string(),
  images_domain: z.string(),
  email: z.string(),
})
export type CdnConfig = z.output<typeof config>

const cdnStatus = z.object({
  /** off: not configured. leaving: the configuration is being removed. */
  state: z.enum(['off', 'on', 'leaving']),
  /** Number of approved images, and of those that the CDN delivers, that are queued, or that it rejected. */
  approved: z.int(),
  there: z.int(),
  coming: z.int(),
  unfit: z.int(),
  /** Copies still to be removed from the CDN. */
  leaving: z.int(),
  /** The last problem as a sentence, and the seconds until the next attempt. */
  trouble: z.nullable(z.string()),
  rests_seconds: z.number(),
  /** URL of an image that the CDN delivers. */
  shown: z.nullable(z.string()),
  /** Why the CDN rejected an image. */
  refused: z.nullable(z.string()),
})
export type CdnStatus = z.output<typeof cdnStatus>

/** Cloudflare Images, which may deliver what visitors see (requirements: #cdn-page, #cdn-fields, #delivery). */
export const cdn = {
  config: endpoint('GET', '/configuration/cloudflare/config/', {
    access: 'admin',
    summary: 'Returns the configuration with its key masked; all fields are empty while there is none.',
    reply: config,
  }),
  configure: endpoint('POST', '/configuration/cloudflare/config/', {
    access: 'admin',
    summary: 'Stores the configuration with its key encrypted. Sending back the masked key keeps the stored one.',
    body: cdnFields,
    reply: z.object({ message: z.string() }),
    messages: { done: 'Config saved successfully!', failed: 'Failed to save config.' },
  }),
  takeAway: endpoint('DELETE', '/configuration/cloudflare/config/', {
    access: 'admin',
    summary:
      'Removes the configuration: every image is delivered by this site again, and is then deleted from Cloudflare.',
    reply: z.object({ message: z.string() }),
    messages: { done: 'Cloudflare Images is being left.', failed: 'Failed to take the configuration away.' },
  }),
  status: endpoint('GET', '/configuration/cloudflare/status/', {
    access: 'admin',
    summary: 'Counts the images that Cloudflare Images delivers, and reports what prevents the others.',
    reply: cdnStatus,
  }),
}
