import { ownData } from '@vitrine/contract/calls/accounts/own-data'
import { endpointPath } from '@vitrine/contract/endpoint'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import type { FeatureDeps } from '#feature'
import { authRateLimits } from '#features/accounts/auth/auth-rate-limits'
import { userByOwnPassword } from '#features/accounts/auth/password-routes'
import { callerBySession } from '#features/accounts/auth/sessions.sql'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { slugOf } from '#features/images/addresses'
import { fail, fieldError } from '#kit/api-error'
import { createLimiter } from '#kit/concurrency'
import { clientOf } from '#kit/http/client-network'
import { createZipTransfers } from '#kit/load/zip-transfers'
import { createSigner, type Signer } from '#kit/security/signer'
import { zipArchive } from '#kit/storage/zip-archive'
import { closeAccount } from './closing/close-account.ts'
import { exportEntries } from './export/export-contents.ts'

/** Downloads that one process sends at once: each holds no connection of the database. */
const concurrentExports = 10

export function ownDataRoutes(deps: FeatureDeps) {
  const links = dataLinks(createSigner(deps.masterKey.deriveKey('own data')))
  const exports = createZipTransfers(deps.loadShedding, 'exports', concurrentExports)
  const exportsOfPerson = createLimiter({ runningPerKey: 1, waitingPerKey: 0, refusal: () => fail('data_running') })

  deps.serve(ownData, {
    async prepare({ body: { password }, caller: { id, session }, request }) {
      await userByOwnPassword(deps, id, password)
      await authRateLimits(deps.db, deps.config).ownData(id)
      await recordAuditEvent(deps.db, { what: 'data downloaded', by: id, user: id, client: clientOf(request) })
      // A key of programs may not call it, so there is a session.
      const key = links.issue(session!)
      return { url: endpointPath(ownData.download, { key }) }
    },

    async download({ params: { key }, request, reply }) {
      const session = links.sessionOf(key)
      const person = session && (await callerBySession(deps.db, session))
      if (!person || person.is_block) throw fail('wrong_data_link')
      deps.loadShedding.assertCapacity()
      // Its length is not known before it ends.
      const zip = {
        archive: zipArchive(exportEntries(deps, person.id)),
        fileName: `${slugOf(`${deps.site.name} ${person.username}`)}.zip`,
        fallbackName: 'data',
      }
      const send = () => exports.run(() => exports.send({ request, reply }, zip))
      await exportsOfPerson.run(send, { key: person.id })
    },

    async close({ body: { password, images }, caller: { id }, request }) {
      const account = await userByOwnPassword(deps, id, password)
      const closing = { account, leaves: images === 'leave', by: id, client: clientOf(request) }
      // False after a concurrent change: the password is not the current one any more.
      if (!(await closeAccount(deps.db, closing))) throw fieldError('wrong_password', 'password')
    },
  })
}

/** A browser's download sends no access token; a key names a session and a time, so signing out ends it. */
const dataLinks = (signer: Signer) => ({
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
