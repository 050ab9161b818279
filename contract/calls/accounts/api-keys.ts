import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, requiredText, time } from '../../fields.ts'
import { accountLimits } from '../../vocabulary/accounts/account-limits.ts'

const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** Its first characters, by which its owner knows it again. */
  beginning: z.string(),
  /** ISO 8601. The last use is accurate to a minute. */
  created_at: time,
  last_used_at: z.nullable(time),
  /** A year after it was made; it is refused from then on. */
  expires_at: time,
})
export type ApiKey = z.output<typeof apiKey>

/** What every key begins with, so that one that was published by mistake is recognised by scanners. */
export const apiKeyPrefix = 'vitrine_'

export const newApiKeyFields = z.object({
  name: requiredText('Name', 1, accountLimits.apiKeyName),
  password: requiredText('Password', 1, 200),
})

/** Keys with which a person's programs upload and edit images in their name (requirements: #api-keys). */
export const apiKeys = {
  list: endpoint('GET', '/accounts/user/api-keys/', {
    access: 'signed-in',
    summary: 'Lists the caller’s API keys, the latest first, without the keys themselves.',
    reply: z.object({ api_keys: z.array(apiKey) }),
  }),
  create: endpoint('POST', '/accounts/user/api-keys/', {
    access: 'signed-in',
    summary:
      'Makes an API key, sent as `Authorization: Bearer <key>`. It may upload images and list and edit those of its ' +
      'owner, like a contributor, and nothing else, for a year. The key is in this reply only. Its owner is told by ' +
      'mail.',
    body: newApiKeyFields,
    status: 201,
    errors: ['wrong_password', 'too_many_api_keys', 'too_many'],
    reply: z.object({ message: z.string(), key: z.string(), api_key: apiKey }),
    messages: { done: 'API key created.', failed: 'The API key could not be created.' },
  }),
  revoke: endpoint('DELETE', '/accounts/user/api-keys/:id/', {
    access: 'signed-in',
    summary: 'Revokes an API key of the caller’s: it is refused from now on.',
    params: z.object({ id }),
    errors: ['api_key_not_found'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'API key revoked.', failed: 'The API key could not be revoked.' },
  }),
}
