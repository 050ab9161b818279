import { type CdnConfig, type CdnStatus, cdn } from '@vitrine/contract/calls/cdn'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { Encryption } from '#kit/security/encryption'
import type { MasterKey } from '#kit/security/master-key'
import { apiKeyEncryption } from './api-key-encryption.ts'
import {
  effectiveConfig,
  type StoredConfig,
  saveConfig,
  startRemoval,
  storedConfig,
  updateConfig,
} from './cdn-config.sql.ts'
import { countCopies, sampleCopies } from './cdn-status.sql.ts'
import { checkConfig } from './check-config.ts'

interface CdnDeps {
  db: Database
  masterKey: MasterKey
  /** The address of the service's API. */
  api: string
}

export function cdnRoutes(serve: EndpointServer, { db, masterKey: secret, api }: CdnDeps) {
  const sealing = apiKeyEncryption(secret)
  serve(cdn, {
    async config() {
      const stored = await storedConfig(db)
      return stored ? { ...stored, api_key: maskKey(decryptKey(stored, sealing)) } : emptyConfig
    },
    async configure({ body: { api_key: said, ...rest } }) {
      const isKept = said.startsWith(keyMask)
      const api_key = isKept ? await storedKey(db, sealing) : said
      const config = { ...rest, ...(await checkConfig(api, { ...rest, api_key })) }
      await db.transaction().execute(async (tx) => {
        const stored = isKept
          ? updateConfig(tx, config)
          : saveConfig(tx, { ...config, api_key: sealing.encrypt(api_key) })
        if (!(await stored)) throw missingKeyError()
        await enqueueSync(tx)
      })
      return { message: cdn.configure.messages.done }
    },
    async takeAway() {
      await db.transaction().execute(async (tx) => {
        if (await startRemoval(tx)) await enqueueSync(tx)
      })
      return { message: cdn.takeAway.messages.done }
    },
    async status() {
      const [inForce, counts, samples] = await Promise.all([effectiveConfig(db), countCopies(db), sampleCopies(db)])
      const { is_removing = false, last_error = null, rests_seconds = 0, own_sizes = false } = inForce ?? {}
      const state: CdnStatus['state'] = inForce ? (is_removing ? 'leaving' : 'on') : 'off'
      return { state, ...counts, ...samples, trouble: last_error, rests_seconds, own_sizes }
    },
  })
}

/** The admin looks on, so it does not wait for the minute. */
const enqueueSync = (db: Database) => addJob(db, 'deliver', {}, { key: 'deliver soon' })

const emptyConfig: CdnConfig = { api_key: '', account_id: '', account_hash: '', images_domain: '', email: '' }

/** A key that was sealed with another SECRET_KEY is lost; the admin types it again. */
function decryptKey({ api_key }: StoredConfig, sealing: Encryption): string {
  try {
    return sealing.decrypt(api_key)
  } catch {
    return ''
  }
}

/** The form sends back what it was shown. */
async function storedKey(db: Database, sealing: Encryption): Promise<string> {
  const stored = await storedConfig(db)
  const key = stored && decryptKey(stored, sealing)
  if (!key) throw missingKeyError()
  return key
}

function missingKeyError() {
  const message = 'API Key is required'
  return fail('invalid', { message, fields: [{ at: 'api_key', message }] })
}

/** Enough to tell one key from another, and of a short one nothing. */
const maskKey = (key: string) => key && keyMask + (key.length >= 16 ? key.slice(-4) : '')

/** No key begins so; what does is the form's own field, and means the key that is stored, whoever changed it meanwhile. */
const keyMask = '•'.repeat(8)
