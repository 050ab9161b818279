import { apiKeys } from '@vitrine/contract/calls/accounts/api-keys'
import type { FeatureDeps } from '#feature'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { clientOf } from '#kit/http/client-network'
import { addJob } from '#kit/jobs/job-queue.sql'
import { userByOwnPassword } from '../password-routes.ts'
import { apiKeyBeginning, apiKeyHash, newApiKey } from './api-key-token.ts'
import { addApiKey, apiKeysOf, deleteApiKey } from './api-keys.sql.ts'

export function apiKeyRoutes({ serve, db, config, apiKeySigner }: FeatureDeps) {
  serve(apiKeys, {
    list: async ({ caller }) => ({ api_keys: await apiKeysOf(db, caller.id) }),

    async create({ body: { name, password }, caller, request }) {
      const owner = await userByOwnPassword({ db, config }, caller.id, password)
      const key = newApiKey(apiKeySigner)
      const stored = await db.transaction().execute(async (tx) => {
        const event = { by: caller.id, user: caller.id, client: clientOf(request) }
        await recordAuditEvent(tx, { what: 'API key created', ...event })
        await addJob(tx, 'mail_api_key_created', { id: caller.id, name })
        return addApiKey(tx, { owner, name, beginning: apiKeyBeginning(key), hash: apiKeyHash(key) })
      })
      return { key, api_key: stored }
    },

    async revoke({ params: { id }, caller, request }) {
      await db.transaction().execute(async (tx) => {
        const event = { by: caller.id, user: caller.id, client: clientOf(request) }
        await deleteApiKey(tx, caller.id, id)
        await recordAuditEvent(tx, { what: 'API key revoked', ...event })
      })
    },
  })
}
