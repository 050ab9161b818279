import { type HostingConfig, hosting } from '@vitrine/contract/hosting'
import type { Database } from '#kit/database'
import { type Sealing, sealingBy } from '#kit/sealing'
import type { Secret } from '#kit/secret'
import type { Serve } from '#kit/serve'
import { type StoredConfig, storeConfig, storedConfig } from './queries.ts'

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
    async configure({ body }) {
      const stored = await storedConfig(db)
      const isUnchanged = stored && body.api_key === masked(keyOf(stored, sealing))
      await storeConfig(db, { ...body, api_key: isUnchanged ? stored.api_key : sealing.seal(body.api_key) })
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
const masked = (key: string) => key && `${'•'.repeat(8)}${key.length >= 16 ? key.slice(-4) : ''}`
