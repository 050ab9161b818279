import { sealingBy } from '#kit/sealing'
import type { Secret } from '#kit/secret'

/** How the service's API key is kept: whoever has the database alone cannot read it. */
export const apiKeyEncryption = (secret: Secret) => sealingBy(secret.keyFor('hosting'), 'hosting.api_key')
