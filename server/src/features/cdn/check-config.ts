import type { CdnConfig } from '@vitrine/contract/calls/back-office/cdn'
import { fieldError } from '#kit/api-error'
import {
  accountImagesUrl,
  type CloudflareClient,
  CloudflareError,
  createCloudflareClient,
} from './cloudflare-client.ts'

/** Above the rate limit of the synchronisation, because the admin waits for these few calls. */
const callsPerSecond = 20

/**
 * Checks an admin's input against Cloudflare. Throws `invalid` with a message at the wrong field. Returns why it could
 * not be checked now: it is saved anyway, and copies wait until Cloudflare replies.
 */
export async function checkConfig(api: string, input: Omit<CdnConfig, 'images_domain'>): Promise<string | null> {
  const credentials = { key: input.api_key, email: input.email }
  const client = createCloudflareClient(accountImagesUrl(api, input.account_id), credentials, callsPerSecond)
  try {
    await client.request('GET', 'v1/stats')
    await checkAccountHash(client, input.account_hash)
    return null
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    if (error.kind === 'unreachable' || error.kind === 'rate_limited') return error.message
    throw fieldError('invalid', error.kind === 'unauthorized' ? 'api_key' : 'account_id', error.message)
  }
}

/** Only an uploaded image reveals the hash; for an empty account it is checked with the first upload. */
async function checkAccountHash(client: CloudflareClient, hash: string) {
  const found = await client.request<{ images?: CloudflareImage[] } | null>('GET', 'v2?per_page=1')
  const actual = accountHashOf(found?.images?.[0] ?? null)
  if (actual && actual !== hash) throw fieldError('invalid', 'account_hash', wrongHashMessage(actual))
}

export interface CloudflareImage {
  /** URLs, all below `https://imagedelivery.net/{hash}/{id}/`. */
  variants?: string[]
}

/** The account's hash, taken from a delivery URL of one of its images: the first segment of the path. */
export function accountHashOf(image: CloudflareImage | null): string | undefined {
  const url = image?.variants?.find((variant) => variant.startsWith('https://imagedelivery.net/'))
  return url?.split('/')[3]
}

export const wrongHashMessage = (hash: string) => `This account delivers its images under the hash ${hash}.`
