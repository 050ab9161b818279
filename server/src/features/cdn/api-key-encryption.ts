import { createEncryption } from '#kit/security/encryption'
import type { MasterKey } from '#kit/security/master-key'

/** How the service's API key is kept: whoever has the database alone cannot read it. */
export const apiKeyEncryption = (masterKey: MasterKey) =>
  createEncryption(masterKey.deriveKey('hosting'), 'hosting.api_key')
