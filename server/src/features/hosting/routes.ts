import { type HostingConfig, hosting } from '@vitrine/contract/hosting'
import type { Database } from '#kit/database'
import { fail } from '#kit/errors'
import { type Sealing, sealingBy } from '#kit/sealing'
import type { Secret } from '#kit/secret'
import type { Serve } from '#kit/serve'
import { changeConfig, type StoredConfig, storeConfig, storedConfig } from './queries.ts'

interface Ground {
  db: Database
  secret: Secret
}

export function hostingRoutes(serve: Serve, { db, secret }: Ground) {
  const sealing = sealingBy(secret.keyFor('hosting'), 'hosting.api_key')
  serve(hosting, {
    async config() {
      const stored = await storedConfig(db)
      return stored ? { ...stored, api_key: masked(keyOf(stored, sealing)) } : none
    },
    async configure({ body: { api_key, ...rest } }) {
      const isKept = api_key.startsWith(mask)
      if (
        !(isKept ? await changeConfig(db, rest) : await storeConfig(db, { ...rest, api_key: sealing.seal(api_key) }))
      ) {
        throw noKeyYet()
      }
      return { message: hosting.configure.says.done }
    },
  })
}

const none: HostingConfig = { api_key: '', account_id: '', account_hash: '', images_domain: '', email: '' }

/** A key that was sealed with another SECRET_KEY is lost; the admin types it again. */
function keyOf({ api_key }: StoredConfig, sealing: Sealing): string {
  try {
    return sealing.open(api_key)
  } catch {
    return ''
  }
}

/** Enough to tell one key from another, and of a short one nothing. */
const masked = (key: string) => key && mask + (key.length >= 16 ? key.slice(-4) : '')

/** No key begins so; what does is the form's own field, and means the key that is stored, whoever changed it meanwhile. */
const mask = '•'.repeat(8)

function noKeyYet() {
  const message = 'API Key is required'
  return fail('invalid', { message, fields: [{ at: 'api_key', message }] })
}
