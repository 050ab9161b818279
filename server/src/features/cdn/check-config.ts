import { variantSides } from '@vitrine/contract/variants'
import { fail } from '#kit/api-error'
import {
  type AuthScheme,
  accountImagesUrl,
  type CloudflareClient,
  CloudflareError,
  createCloudflareClient,
  guessScheme,
} from './cloudflare-client.ts'
import { variantName } from './delivery-url.ts'

interface ConfigInput {
  api_key: string
  account_id: string
  account_hash: string
  email: string
}

export interface ConfigCheck {
  scheme: AuthScheme
  /** Pictures are to be had there in our own sizes; otherwise only as the account's `public` variant. */
  own_sizes: boolean
  /** Why it could not be looked at now. It is saved all the same: the pictures wait until the service answers. */
  last_error: string | null
}

/**
 * Looks whether the service takes what an admin typed, and makes the sizes that our pages show. Throws `invalid` with a
 * sentence at the field that is wrong.
 */
export async function checkConfig(api: string, said: ConfigInput): Promise<ConfigCheck> {
  const preferred = guessScheme(said.api_key)
  try {
    return await checkWithScheme(api, said, preferred).catch((error) => {
      if (!isUnauthorized(error)) throw error
      // Some tokens look like keys. Whoever fails both ways is told of the likelier one.
      return checkWithScheme(api, said, preferred === 'key' ? 'token' : 'key').catch((second) => {
        throw isUnauthorized(second) ? error : second
      })
    })
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    if (error.kind === 'unreachable' || error.kind === 'busy') {
      return { scheme: preferred, own_sizes: false, last_error: error.message }
    }
    throw fieldError(error.kind === 'refused' ? 'api_key' : 'account_id', error.message)
  }
}

const isUnauthorized = (error: unknown) => error instanceof CloudflareError && error.kind === 'refused'

/** Somebody waits for these few calls, so they come in a row. */
const callsPerSecond = 20

async function checkWithScheme(api: string, said: ConfigInput, scheme: AuthScheme): Promise<ConfigCheck> {
  const credentials = { scheme, key: said.api_key, email: said.email }
  const service = createCloudflareClient(accountImagesUrl(api, said.account_id), credentials, callsPerSecond)
  await service.request('GET', 'v1/stats')
  await checkAccountHash(service, said.account_hash)
  return { scheme, own_sizes: await ensureVariants(service), last_error: null }
}

/** Only a picture that is there tells the hash. Of an empty account it is learnt with the first upload. */
async function checkAccountHash(service: CloudflareClient, hash: string) {
  const found = await service.request<{ images?: CloudflareImage[] } | null>('GET', 'v2?per_page=1')
  const there = accountHashOf(found?.images?.[0] ?? null)
  if (there && there !== hash) throw fieldError('account_hash', wrongHashMessage(there))
}

export interface CloudflareImage {
  id: string
  /** Addresses, all of them below `https://imagedelivery.net/{hash}/{id}/`. */
  variants?: string[]
}

/** The account's hash, as an address of one of its pictures has it: right behind the service's own host. */
export function accountHashOf(held: CloudflareImage | null): string | undefined {
  const own = held?.variants?.find((address) => address.startsWith('https://imagedelivery.net/'))
  return own?.split('/')[3]
}

export const wrongHashMessage = (hash: string) => `This account delivers its images under the hash ${hash}.`

function fieldError(at: string, message: string) {
  return fail('invalid', { message, fields: [{ at, message }] })
}

interface CloudflareVariant {
  options?: { fit?: string; width?: number; height?: number }
}

/** Makes the sizes that are missing. Whoever may not, or has made other ones of the same name, does without. */
async function ensureVariants(service: CloudflareClient): Promise<boolean> {
  try {
    const found = await service.request<{ variants?: Record<string, CloudflareVariant> } | null>('GET', 'v1/variants')
    const variants = found?.variants ?? {}
    for (const side of variantSides) {
      const there = variants[variantName(side)]?.options
      if (there && (there.width !== side || there.height !== side)) return false
      if (!there) await service.request('POST', 'v1/variants', variantDefinition(side))
    }
    return true
  } catch (error) {
    if (error instanceof CloudflareError && ['refused', 'unfit', 'exists'].includes(error.kind)) return false
    throw error
  }
}

const variantDefinition = (side: number) => ({
  id: variantName(side),
  options: { fit: 'scale-down', width: side, height: side, metadata: 'none' },
  neverRequireSignedURLs: true,
})
