import { variantSides } from '@vitrine/contract/picture-limits'
import { fail } from '#kit/errors'
import { accountBase, type Cloudflare, CloudflareError, cloudflare, type Scheme, schemeOf } from './cloudflare.ts'
import { sizeName } from './delivery-address.ts'

interface Said {
  api_key: string
  account_id: string
  account_hash: string
  email: string
}

export interface Connection {
  scheme: Scheme
  /** Pictures are to be had there in our own sizes; otherwise only as the account's `public` variant. */
  own_sizes: boolean
  /** Why it could not be looked at now. It is saved all the same: the pictures wait until the service answers. */
  trouble: string | null
}

/**
 * Looks whether the service takes what an admin typed, and makes the sizes that our pages show. Throws `invalid` with a
 * sentence at the field that is wrong.
 */
export async function connect(api: string, said: Said): Promise<Connection> {
  const preferred = schemeOf(said.api_key)
  try {
    return await connectBy(api, said, preferred).catch((error) => {
      if (!isRefusal(error)) throw error
      // Some tokens look like keys. Whoever fails both ways is told of the likelier one.
      return connectBy(api, said, preferred === 'key' ? 'token' : 'key').catch((second) => {
        throw isRefusal(second) ? error : second
      })
    })
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    if (error.kind === 'unreachable' || error.kind === 'busy') {
      return { scheme: preferred, own_sizes: false, trouble: error.message }
    }
    throw refusal(error.kind === 'refused' ? 'api_key' : 'account_id', error.message)
  }
}

const isRefusal = (error: unknown) => error instanceof CloudflareError && error.kind === 'refused'

/** Somebody waits for these few calls, so they come in a row. */
const callsPerSecond = 20

async function connectBy(api: string, said: Said, scheme: Scheme): Promise<Connection> {
  const credentials = { scheme, key: said.api_key, email: said.email }
  const service = cloudflare(accountBase(api, said.account_id), credentials, callsPerSecond)
  await service.ask('GET', 'v1/stats')
  await checkHash(service, said.account_hash)
  return { scheme, own_sizes: await ourSizesIn(service), trouble: null }
}

/** Only a picture that is there tells the hash. Of an empty account it is learnt with the first upload. */
async function checkHash(service: Cloudflare, hash: string) {
  const found = await service.ask<{ images?: Held[] } | null>('GET', 'v2?per_page=1')
  const there = hashOf(found?.images?.[0] ?? null)
  if (there && there !== hash) throw refusal('account_hash', wrongHash(there))
}

export interface Held {
  id: string
  /** Addresses, all of them below `https://imagedelivery.net/{hash}/{id}/`. */
  variants?: string[]
}

/** The account's hash, as an address of one of its pictures has it: right behind the service's own host. */
export function hashOf(held: Held | null): string | undefined {
  const own = held?.variants?.find((address) => address.startsWith('https://imagedelivery.net/'))
  return own?.split('/')[3]
}

export const wrongHash = (hash: string) => `This account delivers its images under the hash ${hash}.`

function refusal(at: string, message: string) {
  return fail('invalid', { message, fields: [{ at, message }] })
}

interface Variant {
  options?: { fit?: string; width?: number; height?: number }
}

/** Makes the sizes that are missing. Whoever may not, or has made other ones of the same name, does without. */
async function ourSizesIn(service: Cloudflare): Promise<boolean> {
  try {
    const found = await service.ask<{ variants?: Record<string, Variant> } | null>('GET', 'v1/variants')
    const variants = found?.variants ?? {}
    for (const side of variantSides) {
      const there = variants[sizeName(side)]?.options
      if (there && (there.width !== side || there.height !== side)) return false
      if (!there) await service.ask('POST', 'v1/variants', sizeOf(side))
    }
    return true
  } catch (error) {
    if (error instanceof CloudflareError && ['refused', 'unfit', 'exists'].includes(error.kind)) return false
    throw error
  }
}

const sizeOf = (side: number) => ({
  id: sizeName(side),
  options: { fit: 'scale-down', width: side, height: side, metadata: 'none' },
  neverRequireSignedURLs: true,
})
