import { apiKeys } from '@vitrine/contract/calls/accounts/api-keys'
import { pages } from '@vitrine/contract/pages'
import { recordAuditEvent } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import type { Signer } from '#kit/security/signer'
import { type OwnPasswordDeps, userByOwnPassword } from '../own-password.ts'
import { activeUser } from '../password.sql.ts'
import { apiKeyBeginning, apiKeyHash, newApiKey } from './api-key-token.ts'
import { addApiKey, apiKeysOf, deleteApiKey } from './api-keys.sql.ts'

interface ApiKeyDeps extends OwnPasswordDeps {
  apiKeySigner: Signer
}

/** Mounts the calls by which people manage their own API keys. */
export function apiKeyRoutes(serve: EndpointServer, { db, rateLimits, apiKeySigner }: ApiKeyDeps) {
  serve(apiKeys, {
    async list({ caller }) {
      return { api_keys: (await apiKeysOf(db, caller.id)).map(toReply) }
    },

    async create({ body: { name, password }, caller, request }) {
      const owner = await userByOwnPassword({ db, rateLimits }, caller.id, password)
      const key = newApiKey(apiKeySigner)
      const stored = await db.transaction().execute(async (tx) => {
        const event = { by: caller.id, user: caller.id, client: clientOf(request) }
        await recordAuditEvent(tx, { what: 'API key created', ...event })
        await addJob(tx, 'mail_api_key_created', { id: caller.id, name })
        return addApiKey(tx, { owner, name, beginning: apiKeyBeginning(key), hash: apiKeyHash(key) })
      })
      return { message: apiKeys.create.messages.done, key, api_key: toReply(stored) }
    },

    async revoke({ params: { id }, caller, request }) {
      await db.transaction().execute(async (tx) => {
        const event = { by: caller.id, user: caller.id, client: clientOf(request) }
        await deleteApiKey(tx, caller.id, id)
        await recordAuditEvent(tx, { what: 'API key revoked', ...event })
      })
      return { message: apiKeys.revoke.messages.done }
    },
  })
}

type StoredApiKey = Awaited<ReturnType<typeof apiKeysOf>>[number]

const toReply = ({ created_at, last_used_at, expires_at, ...apiKey }: StoredApiKey) => ({
  ...apiKey,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  expires_at: expires_at.toISOString(),
})

interface ApiKeyMailDeps {
  db: Database
  site: { name: string; url: string }
  mail: SendMail
}

/** The job that tells the owner of a new key, in case someone else has made it. */
export function apiKeyMailJobs({ db, site, mail }: ApiKeyMailDeps): JobModule {
  return {
    handlers: {
      async mail_api_key_created({ id, name }: { id: number; name: string }) {
        const user = await activeUser(db, { id })
        if (user) await mail(createdMail({ ...user, name }, site.name, site.url + pages.forgotPassword.href()))
      },
    },
  }
}

interface Notice {
  username: string
  email: string
  name: string
}

const createdMail = ({ username, email, name }: Notice, site: string, href: string): Mail => ({
  to: email,
  subject: `An API key was made at ${site}`,
  paragraphs: [
    `Hello ${username},`,
    `an API key named “${name}” was made for your account at ${site} just now. A program that has it uploads images ` +
      'in your name, and lists and edits yours, for a year.',
    'If it was not you, someone knows your password. Set a new one at once, which also revokes all API keys:',
    { href, label: 'Ask for a new password' },
  ],
})
