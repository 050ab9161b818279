import { type CdnConfig, type CdnStatus, cdn } from '@vitrine/contract/calls/back-office/cdn'
import type { FeatureDeps } from '#feature'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { fieldError } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'
import type { Encryption } from '#kit/security/encryption'
import { effectiveConfig, saveConfig, startRemoval, storedConfig, updateConfig } from './cdn-config.sql.ts'
import { countCopies, sampleCopies } from './cdn-copies.sql.ts'
import { checkConfig } from './cloudflare-client.ts'
import { apiKeyEncryption, decryptApiKey, enqueueSync } from './sync-worker.ts'

export function cdnRoutes({ serve, db, masterKey, config: { CLOUDFLARE_API } }: FeatureDeps) {
  const encryption = apiKeyEncryption(masterKey)
  serve(cdn, {
    async config() {
      const stored = await storedConfig(db)
      return stored ? { ...stored, api_key: maskKey(decryptApiKey(stored, encryption) ?? '') } : emptyConfig
    },
    async configure({ body: { api_key: input, ...fields }, caller, request }) {
      const isUnchanged = input.startsWith(keyMask)
      const api_key = isUnchanged ? await storedKey(db, encryption) : input
      const config = { ...fields, last_error: await checkConfig(CLOUDFLARE_API, { ...fields, api_key }) }
      await db.transaction().execute(async (tx) => {
        const isStored = isUnchanged
          ? updateConfig(tx, config)
          : saveConfig(tx, { ...config, api_key: encryption.encrypt(api_key) })
        if (!(await isStored)) throw missingKeyError()
        const client = clientOf(request)
        await recordAuditEvent(tx, { what: 'delivery configured', by: caller.id, user: caller.id, client })
        await enqueueSync(tx)
      })
      return { message: cdn.configure.messages.done }
    },
    async takeAway({ caller, request }) {
      const entry = { what: 'delivery ended', by: caller.id, user: caller.id, client: clientOf(request) } as const
      await db.transaction().execute(async (tx) => {
        if (!(await startRemoval(tx))) return
        await enqueueSync(tx)
        await recordAuditEvent(tx, entry)
      })
      return { message: cdn.takeAway.messages.done }
    },
    async status() {
      const [config, counts, samples] = await Promise.all([effectiveConfig(db), countCopies(db), sampleCopies(db)])
      const { is_removing = false, last_error = null, rests_seconds = 0 } = config ?? {}
      const state: CdnStatus['state'] = config ? (is_removing ? 'leaving' : 'on') : 'off'
      return { state, ...counts, ...samples, trouble: last_error, rests_seconds }
    },
  })
}

const emptyConfig: CdnConfig = { api_key: '', account_id: '', account_hash: '', images_domain: '', email: '' }

/** The stored key, for a form that sends the mask back unchanged. */
async function storedKey(db: Database, encryption: Encryption): Promise<string> {
  const stored = await storedConfig(db)
  const key = stored && decryptApiKey(stored, encryption)
  if (!key) throw missingKeyError()
  return key
}

const missingKeyError = () => fieldError('invalid', 'api_key', 'API Key is required')

/** Shows the last four characters, enough to tell keys apart; of a short key, none. */
const maskKey = (key: string) => key && keyMask + (key.length >= 16 ? key.slice(-4) : '')

/** No key begins with bullets, so a value that does means the stored key, even if it was changed meanwhile. */
const keyMask = '•'.repeat(8)
