import { mailPreferences } from '@vitrine/contract/calls/accounts/profile'
import { pages } from '@vitrine/contract/pages'
import type { FastifyInstance } from 'fastify'
import { createUnsubscribeTokens, userIdOfLink } from '#features/auth/link-tokens'
import { activeUser } from '#features/auth/password.sql'
import { setDecisionMails } from '#features/users/users.sql'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { MasterKey } from '#kit/security/master-key'

interface UnsubscribeDeps {
  db: Database
  masterKey: MasterKey
}

/**
 * Mounts "unsubscribe" as a call, and as the form of one field that mail programs post to the address of its page
 * (RFC 8058), which tells nothing and is not redirected.
 */
export function unsubscribeRoutes(app: FastifyInstance, serve: EndpointServer, { db, masterKey }: UnsubscribeDeps) {
  const tokens = createUnsubscribeTokens(masterKey.deriveKey('unsubscribe'))
  const unsubscribe = async ({ params }: { params: { uidb64: string; token: string } }) => {
    const id = userIdOfLink(params.uidb64)
    const user = id ? await activeUser(db, { id }) : undefined
    if (!user || tokens.check(user, params.token) !== 'valid') throw fail('wrong_unsubscribe_link')
    await setDecisionMails(db, user.id, false)
    return { message: mailPreferences.unsubscribe.messages.done }
  }
  serve(mailPreferences, { unsubscribe })
  app.register(async (part) => {
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
    part.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 2_000 }, async () => ({}))
    part.post<{ Params: { uidb64: string; token: string } }>(pages.stopMails.path, unsubscribe)
  })
}
