import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ownData } from '@vitrine/contract/calls/accounts/own-data'
import { endpointPath } from '@vitrine/contract/endpoint'
import type { FastifyReply } from 'fastify'
import { callerBySession } from '#features/auth/sessions.sql'
import { slugOf } from '#features/images/slug'
import { recordAuditEvent } from '#features/users/audit.sql'
import { fail, fieldError } from '#kit/api-error'
import { createLimiter, LimitExceeded } from '#kit/concurrency'
import { clientOf } from '#kit/http/client-network'
import type { EndpointServer } from '#kit/http/endpoints'
import { fileContentSecurityPolicy } from '#kit/http/security-headers'
import { attachmentHeader } from '#kit/http/send-file'
import type { LoadShedding } from '#kit/load/load-shedding'
import type { MasterKey } from '#kit/security/master-key'
import { createSigner } from '#kit/security/signer'
import { zipArchive } from '#kit/storage/zip-archive'
import { closeAccount } from './closing/close-account.ts'
import { dataLinks } from './export/data-links.ts'
import { type ExportDeps, exportEntries } from './export/export-contents.ts'
import { type OwnPasswordDeps, userByOwnPassword } from './own-password.ts'

interface OwnDataDeps extends ExportDeps, OwnPasswordDeps {
  masterKey: MasterKey
  loadShedding: LoadShedding
}

/** Downloads that one process sends at once: each holds an open file and a socket, and no connection. */
const concurrentExports = 10

/** Mounts the calls by which people download what the library has of them, and close their account. */
export function ownDataRoutes(serve: EndpointServer, deps: OwnDataDeps) {
  const links = dataLinks(createSigner(deps.masterKey.deriveKey('own data')))
  const exports = deps.loadShedding.createLimiter('exports', { running: concurrentExports, waitingPerKey: 0 })
  const exportsOfPerson = createLimiter({ running: Number.POSITIVE_INFINITY, runningPerKey: 1, waitingPerKey: 0 })
  const oneAtATime = (key: number, send: () => Promise<void>) =>
    exportsOfPerson.run(send, { key }).catch((error) => {
      throw error instanceof LimitExceeded ? fail('data_running') : error
    })

  serve(ownData, {
    async prepare({ body: { password }, caller: { id, session }, request }) {
      await userByOwnPassword(deps, id, password)
      await deps.rateLimits.ownData(id)
      await recordAuditEvent(deps.db, { what: 'data downloaded', by: id, user: id, client: clientOf(request) })
      // A key of programs may not call it, so there is a session.
      const key = links.issue(session!)
      return { message: ownData.prepare.messages.done, url: endpointPath(ownData.download, { key }) }
    },

    async download({ params: { key }, request, reply }) {
      const session = links.sessionOf(key)
      const person = session && (await callerBySession(deps.db, session))
      if (!person || person.is_block) throw fail('wrong_data_link')
      deps.loadShedding.assertCapacity()
      await oneAtATime(person.id, () => exports.run(() => send(deps, person, request.method === 'HEAD', reply)))
    },

    async close({ body: { password, images }, caller: { id }, request }) {
      const account = await userByOwnPassword(deps, id, password)
      const closing = { account, leaves: images === 'leave', by: id, client: clientOf(request) }
      // False after a concurrent change: the password is not the current one any more.
      if (!(await closeAccount(deps.db, closing))) throw fieldError('wrong_password', 'password')
      return { message: ownData.close.messages.done }
    },
  })
}

/** Its length is not known before it ends; a file that fails midway breaks the connection. */
async function send(deps: ExportDeps, person: { id: number; username: string }, isHead: boolean, reply: FastifyReply) {
  reply.type('application/zip').headers({
    'content-disposition': attachmentHeader(`${slugOf(`${deps.site.name} ${person.username}`)}.zip`, 'data'),
    'content-security-policy': fileContentSecurityPolicy,
    'cache-control': 'no-store',
  })
  if (isHead) {
    reply.send()
    return
  }
  reply.send(Readable.from(zipArchive(exportEntries(deps, person.id)), { objectMode: false }))
  await finished(reply.raw).catch(() => {}) // the client has closed the connection, or a file could not be read
}
