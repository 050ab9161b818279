import { createHash, randomBytes } from 'node:crypto'
import { apiKeyPrefix } from '@vitrine/contract/calls/accounts/api-keys'
import type { Signer } from '#kit/security/signer'

const randomLength = 32
const checkLength = 8

/** A new key: the prefix, 192 random bits and a check, all in base64url. */
export function newApiKey(signer: Signer): string {
  const random = randomBytes(24).toString('base64url')
  return apiKeyPrefix + random + checkOf(random, signer)
}

/** Whether the text may be a key of this site; the check spares the database a query for each made-up one. */
export function isApiKey(text: string, signer: Signer): boolean {
  if (!text.startsWith(apiKeyPrefix)) return false
  const [random, check] = [text.slice(apiKeyPrefix.length, -checkLength), text.slice(-checkLength)]
  return random.length === randomLength && check === checkOf(random, signer)
}

const checkOf = (random: string, signer: Signer) => signer.sign(random).slice(0, checkLength)

export const apiKeyHash = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Its first characters, by which its owner knows it again. */
export const apiKeyBeginning = (key: string): string => key.slice(0, apiKeyPrefix.length + 4)
