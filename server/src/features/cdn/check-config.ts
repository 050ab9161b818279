import { variantSides } from '@vitrine/contract/variants'
import { fail } from '#kit/api-error'
import {
  type AuthScheme,
  accountImagesUrl,
  type CloudflareClient,
  CloudflareError,
  createCloudflareClient,
  guessScheme,
  isCloudflareError,
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
  /** Whether the account delivers our own sizes; otherwise only its `public` variant. */
  own_sizes: boolean
  /** Why the configuration could not be checked now; it is saved anyway, and copies wait until Cloudflare replies. */
  last_error: string | null
}

/**
 * Checks an admin's input against Cloudflare and creates the variants that our pages show. Throws `invalid` with a
 * message at the wrong field.
 */
export async function checkConfig(api: string, input: ConfigInput): Promise<ConfigCheck> {
  const preferred = guessScheme(input.api_key)
  try {
    return await checkWithScheme(api, input, preferred).catch((error) => {
      if (!isUnauthorized(error)) throw error
      // Some tokens look like keys, so the other scheme is tried; if both fail, the likelier one's error is reported.
      return checkWithScheme(api, input, preferred === 'key' ? 'token' : 'key').catch((second) => {
        throw isUnauthorized(second) ? error : second
      })
    })
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    if (error.kind === 'unreachable' || error.kind === 'rate_limited') {
      return { scheme: preferred, own_sizes: false, last_error: error.message }
    }
    throw fieldError(error.kind === 'unauthorized' ? 'api_key' : 'account_id', error.message)
  }
}

const isUnauthorized = (error: unknown) => isCloudflareError(error, 'unauthorized')

/** Above the rate limit of the synchronisation, because the admin waits for these few calls. */
const callsPerSecond = 20

async function checkWithScheme(api: string, input: ConfigInput, scheme: AuthScheme): Promise<ConfigCheck> {
  const credentials = { scheme, key: input.api_key, email: input.email }
  const client = createCloudflareClient(accountImagesUrl(api, input.account_id), credentials, callsPerSecond)
  await client.request('GET', 'v1/stats')
  await checkAccountHash(client, input.account_hash)
  return { scheme, own_sizes: await ensureVariants(client), last_error: null }
}

/** Only an uploaded image reveals the hash; for an empty account it is checked with the first upload. */
async function checkAccountHash(client: CloudflareClient, hash: string) {
  const found = await client.request<{ images?: CloudflareImage[] } | null>('GET', 'v2?per_page=1')
  const actual = accountHashOf(found?.images?.[0] ?? null)
  if (actual && actual !== hash) throw fieldError('account_hash', wrongHashMessage(actual))
}

export interface CloudflareImage {
  id: string
  /** URLs, all below `https://imagedelivery.net/{hash}/{id}/`. */
  variants?: string[]
  /** Whether visitors are refused without a signature. */
  requireSignedURLs?: boolean
}

/** The account's hash, taken from a delivery URL of one of its images: the first segment of the path. */
export function accountHashOf(image: CloudflareImage | null): string | undefined {
  const url = image?.variants?.find((variant) => variant.startsWith('https://imagedelivery.net/'))
  return url?.split('/')[3]
}

export const wrongHashMessage = (hash: string) => `This account delivers its images under the hash ${hash}.`

function fieldError(at: string, message: string) {
  return fail('invalid', { message, fields: [{ at, message }] })
}

interface CloudflareVariant {
  options?: { fit?: string; width?: number; height?: number }
}

/** Creates the missing variants; false when the key may not, or when other variants have these names. */
async function ensureVariants(client: CloudflareClient): Promise<boolean> {
  try {
    const found = await client.request<{ variants?: Record<string, CloudflareVariant> } | null>('GET', 'v1/variants')
    const variants = found?.variants ?? {}
    for (const side of variantSides) {
      const existing = variants[variantName(side)]?.options
      if (existing && (existing.width !== side || existing.height !== side)) return false
      if (!existing) await client.request('POST', 'v1/variants', variantDefinition(side))
    }
    return true
  } catch (error) {
    if (error instanceof CloudflareError && ['unauthorized', 'rejected', 'exists'].includes(error.kind)) return false
    throw error
  }
}

const variantDefinition = (side: number) => ({
  id: variantName(side),
  options: { fit: 'scale-down', width: side, height: side, metadata: 'none' },
  neverRequireSignedURLs: true,
})
