import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import type { Signer } from '#kit/security/signer'

/**
 * Keys of the addresses at which people download their data: a browser's download sends no access token. A key names a
 * session and a time, so that nothing is stored for it, and signing out ends it.
 */
export const dataLinks = (signer: Signer) => ({
  issue(session: string, now = Date.now()): string {
    const until = Math.floor(now / 1000) + accountLimits.dataLinkMinutes * 60
    return `${session}.${until}.${signer.sign(`${session} ${until}`)}`
  },
  /** The session of a key; null for one that is not ours or has expired. */
  sessionOf(key: string, now = Date.now()): string | null {
    const [session = '', until = '', signature = ''] = key.split('.')
    return signer.verify(`${session} ${until}`, signature) && Number(until) * 1000 > now ? session : null
  },
})
