import { createEncryption } from '#kit/sealing'
import type { MasterKey } from '#kit/secret'

/** How the service's API key is kept: whoever has the database alone cannot read it. */
export const apiKeyEncryption = (masterKey: MasterKey) =>
  createEncryption(masterKey.deriveKey('hosting'), 'hosting.api_key')
