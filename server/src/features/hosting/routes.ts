import { type CdnConfig, type CdnStatus, cdn } from '@vitrine/contract/hosting'
import type { Database } from '#kit/database'
import { fail } from '#kit/errors'
import { addJob } from '#kit/job-queries'
import type { Sealing } from '#kit/sealing'
import type { Secret } from '#kit/secret'
import type { Serve } from '#kit/serve'
import { connect } from './connection.ts'
import { changeConfig, hostingInForce, type StoredConfig, storeConfig, storedConfig, takeAway } from './queries.ts'
import { hostingSealing } from './sealed-key.ts'
import { deliveryCounts, deliverySamples } from './status-queries.ts'

interface Ground {
  db: Database
  secret: Secret
  /** The address of the service's API. */
  api: string
}

export function hostingRoutes(serve: Serve, { db, secret, api }: Ground) {
  const sealing = hostingSealing(secret)
  serve(cdn, {
    async config() {
      const stored = await storedConfig(db)
      return stored ? { ...stored, api_key: masked(keyOf(stored, sealing)) } : none
    },
    async configure({ body: { api_key: said, ...rest } }) {
      const isKept = said.startsWith(mask)
      const api_key = isKept ? await keyKept(db, sealing) : said
      const config = { ...rest, ...(await connect(api, { ...rest, api_key })) }
      await db.transaction().execute(async (tx) => {
        const stored = isKept
          ? changeConfig(tx, config)
          : storeConfig(tx, { ...config, api_key: sealing.seal(api_key) })
        if (!(await stored)) throw noKeyYet()
        await deliverSoon(tx)
      })
      return { message: cdn.configure.messages.done }
    },
    async takeAway() {
      await db.transaction().execute(async (tx) => {
        if (await takeAway(tx)) await deliverSoon(tx)
      })
      return { message: cdn.takeAway.messages.done }
    },
    async status() {
      const [inForce, counts, samples] = await Promise.all([
        hostingInForce(db),
        deliveryCounts(db),
        deliverySamples(db),
      ])
      const { leaves = false, trouble = null, rests_seconds = 0, own_sizes = false } = inForce ?? {}
      const state: CdnStatus['state'] = inForce ? (leaves ? 'leaving' : 'on') : 'off'
      return { state, ...counts, ...samples, trouble, rests_seconds, own_sizes }
    },
  })
}

/** The admin looks on, so it does not wait for the minute. */
const deliverSoon = (db: Database) => addJob(db, 'deliver', {}, { key: 'deliver soon' })

const none: CdnConfig = { api_key: '', account_id: '', account_hash: '', images_domain: '', email: '' }

/** A key that was sealed with another SECRET_KEY is lost; the admin types it again. */
function keyOf({ api_key }: StoredConfig, sealing: Sealing): string {
  try {
    return sealing.open(api_key)
  } catch {
    return ''
  }
}

/** The form sends back what it was shown. */
async function keyKept(db: Database, sealing: Sealing): Promise<string> {
  const stored = await storedConfig(db)
  const key = stored && keyOf(stored, sealing)
  if (!key) throw noKeyYet()
  return key
}

function noKeyYet() {
  const message = 'API Key is required'
  return fail('invalid', { message, fields: [{ at: 'api_key', message }] })
}

/** Enough to tell one key from another, and of a short one nothing. */
const masked = (key: string) => key && mask + (key.length >= 16 ? key.slice(-4) : '')

/** No key begins so; what does is the form's own field, and means the key that is stored, whoever changed it meanwhile. */
const mask = '•'.repeat(8)
