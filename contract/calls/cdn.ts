import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { requiredText } from '../fields.ts'

/** `images.example.org` as people paste it: with a scheme or a slash, in capitals. Never an address, a port or a name without a dot. */
const hostName = z.pipe(
  requiredText('Images Domain', 1, 253).check(
    z.refine(
      (said) => parseHostName(said) !== null,
      'Enter a host name such as imagedelivery.net or images.example.org.',
    ),
  ),
  z.transform((said) => parseHostName(said)!),
)

function parseHostName(said: string): string | null {
  const host = said
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
  /** Its last four characters behind dots; sent back as it is, it means the key that is stored. */
  api_key: z.string(),
  account_id: z.string(),
  account_hash: z.string(),
  images_domain: z.string(),
  email: z.string(),
})
export type CdnConfig = z.output<typeof config>

const cdnStatus = z.object({
  /** off: nothing is configured. leaving: the configuration is being taken away. */
  state: z.enum(['off', 'on', 'leaving']),
  /** Public pictures in all, and how many of them are delivered from there, are on their way, or were not taken. */
  approved: z.int(),
  there: z.int(),
  coming: z.int(),
  unfit: z.int(),
  /** Copies that are still to be removed there. */
  leaving: z.int(),
  /** What is in the way, in a sentence; nothing is tried before so many seconds. */
  trouble: z.nullable(z.string()),
  rests_seconds: z.number(),
  /** The service shows pictures in the sizes that our pages ask for; otherwise in its `public` variant alone. */
  own_sizes: z.boolean(),
  /** The address of one that is delivered from there. */
  shown: z.nullable(z.string()),
  /** Why one was not taken. */
  refused: z.nullable(z.string()),
})
export type CdnStatus = z.output<typeof cdnStatus>

/** Cloudflare Images, which may deliver what visitors see (requirements: #cdn-page, #cdn-fields, #delivery). */
export const cdn = {
  config: endpoint('GET', '/configuration/cloudflare/config/', {
    access: 'admin',
    summary: 'Shows the configuration, its key masked; all fields are empty while there is none.',
    reply: config,
  }),
  configure: endpoint('POST', '/configuration/cloudflare/config/', {
    access: 'admin',
    summary: 'Stores the configuration, its key encrypted. The masked key, sent back, stays what it is.',
    body: cdnFields,
    reply: z.object({ message: z.string() }),
    messages: { done: 'Config saved successfully!', failed: 'Failed to save config.' },
  }),
  takeAway: endpoint('DELETE', '/configuration/cloudflare/config/', {
    access: 'admin',
    summary:
      'Takes the configuration away: every picture returns to the site’s own address, and is then removed there.',
    reply: z.object({ message: z.string() }),
    messages: { done: 'Cloudflare Images is being left.', failed: 'Failed to take the configuration away.' },
  }),
  status: endpoint('GET', '/configuration/cloudflare/status/', {
    access: 'admin',
    summary: 'Says how many pictures Cloudflare Images delivers, and what is in the way of the others.',
    reply: cdnStatus,
  }),
}
