import { api } from '@vitrine/contract/api'
import { apiBase, type Endpoint, fillPath } from '@vitrine/contract/endpoint'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'

// Access as a truth table: every call of the contract, made by every kind of caller. A reply that fields are wrong
// means that access was granted, so calls need no valid input.

const callers = [
  'visitor',
  'owner',
  'another',
  'unconfirmed',
  'admin',
  'owner, blocked',
  'expired token',
  'refresh token',
] as const

/** 'hidden': the reply does not tell that the image exists. */
type Outcome = 'in' | 'sign-in' | 'confirm' | 'blocked' | 'refused' | 'hidden'

type Rule = 'anybody' | 'ownFile' | 'signedIn' | 'confirmed' | 'ownersImage' | 'admins' | 'unpublished'

const rules = parseRules(`
             visitor  owner    another  unconfirmed  admin  blocked  expired  refresh
anybody      in       in       in       in           in     in       in       in
signedIn     sign-in  in       in       in           in     blocked  sign-in  sign-in
confirmed    sign-in  in       in       confirm      in     blocked  sign-in  sign-in
ownersImage  sign-in  in       refused  refused      in     blocked  sign-in  sign-in
ownFile      sign-in  in       refused  confirm      refused  blocked  sign-in  sign-in
admins       sign-in  refused  refused  refused      in     blocked  sign-in  sign-in
unpublished  hidden   in       hidden   hidden       in     hidden   hidden   hidden`)

function parseRules(text: string) {
  const lines = text.trim().split('\n').slice(1)
  const rows = lines.map((line) => line.split(/ +/)).map(([name, ...outcomes]) => [name, outcomes])
  return Object.fromEntries(rows) as Record<Rule, Outcome[]>
}

const table: Record<string, Rule> = {
  'auth.login': 'anybody',
  'auth.register': 'anybody',
  'auth.verify': 'anybody',
  'auth.refresh': 'anybody',
  'auth.logout': 'anybody',
  'emailConfirmation.confirm': 'anybody',
  'emailConfirmation.sendAgain': 'signedIn',
  'emailChange.request': 'signedIn',
  'emailChange.cancel': 'signedIn',
  'passwords.forgot': 'anybody',
  'contact.send': 'anybody',
  'reports.send': 'anybody',
  'reports.status': 'anybody',
  'objections.status': 'anybody',
  'objections.send': 'anybody',
  'reportQueue.settle': 'admins',
  'reportQueue.list': 'admins',
  'reportQueue.length': 'admins',
  'reportQueue.one': 'admins',
  'reportQueue.reports': 'admins',
  'reportQueue.decide': 'admins',
  'reportQueue.undo': 'admins',
  'reportQueue.bringBack': 'admins',
  'takenDown.latest': 'admins',
  'passwords.reset': 'anybody',
  'passwords.change': 'signedIn',
  'sessions.list': 'signedIn',
  'sessions.end': 'signedIn',
  'sessions.endOthers': 'signedIn',
  'apiKeys.list': 'signedIn',
  'apiKeys.create': 'signedIn',
  'apiKeys.revoke': 'signedIn',
  'profiles.mine': 'signedIn',
  'profiles.update': 'signedIn',
  'ownData.prepare': 'signedIn',
  'ownData.download': 'anybody',
  'ownData.close': 'signedIn',
  'terms.agree': 'signedIn',
  'mailPreferences.unsubscribe': 'anybody',
  'people.list': 'admins',
  'people.one': 'admins',
  'people.setRole': 'admins',
  'people.setLevel': 'admins',
  'trust.mine': 'signedIn',
  'people.update': 'admins',
  'people.events': 'admins',
  'people.allowUpload': 'admins',
  'gallery.approved': 'anybody',
  'gallery.keywords': 'anybody',
  'gallery.suggestions': 'anybody',
  'highlights.today': 'anybody',
  'gallery.one': 'unpublished',
  'gallery.download': 'unpublished',
  'contributors.images': 'anybody',
  'tray.cards': 'anybody',
  'tray.zip': 'anybody',
  'uploads.quota': 'signedIn',
  'uploads.upload': 'confirmed',
  'uploads.replaceFile': 'ownFile',
  'uploads.alike': 'signedIn',
  'library.update': 'ownersImage',
  'library.bulkUpdate': 'admins',
  'library.updateMultiple': 'ownersImage',
  'library.discardEdit': 'ownersImage',
  'library.deleteMany': 'ownersImage',
  'library.deleteOne': 'ownersImage',
  'library.history': 'ownersImage',
  'library.alike': 'admins',
  'overruling.overrule': 'admins',
  'overruling.reinstate': 'admins',
  'review.lease': 'admins',
  'csv.upload': 'signedIn',
  'csv.download': 'signedIn',
  'statistics.overview': 'signedIn',
  'inbox.read': 'signedIn',
  'hosting.config': 'admins',
  'hosting.configure': 'admins',
  'hosting.takeAway': 'admins',
  'hosting.status': 'admins',
  'searchLog.report': 'anybody',
  'searchLog.read': 'admins',
  'searchLog.configure': 'admins',
  'synonyms.list': 'admins',
  'synonyms.add': 'admins',
  'synonyms.update': 'admins',
  'synonyms.remove': 'admins',
  'ownLists.approved': 'signedIn',
  'ownLists.pending': 'signedIn',
  'ownLists.rejected': 'signedIn',
  'ownLists.total': 'signedIn',
  'ownLengths.approved': 'signedIn',
  'ownLengths.pending': 'signedIn',
  'ownLengths.rejected': 'signedIn',
  'ownLengths.total': 'signedIn',
  'allLists.approved': 'admins',
  'allLists.pending': 'admins',
  'allLists.rejected': 'admins',
  'allLists.total': 'admins',
  'allLengths.approved': 'admins',
  'allLengths.pending': 'admins',
  'allLengths.rejected': 'admins',
  'allLengths.total': 'admins',
  'listSelection.all': 'signedIn',
  'imageRevision.current': 'signedIn',
  'trash.list': 'signedIn',
  'trash.restore': 'ownersImage',
  'trash.empty': 'signedIn',
}

const calls: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(api).flatMap(([group, terms]) =>
    Object.entries(terms).map(([name, call]) => [`${group}.${name}`, call] as const),
  ),
)

test('every call has its row, and every row its call', () => {
  const rowless = Object.keys(calls).filter((name) => !table[name])
  const callless = Object.keys(table).filter((name) => !calls[name])
  expect([
    ...rowless.map((name) => `${name} has no row in access.test.ts: say there who may call it.`),
    ...callless.map((name) => `${name} is no call of the contract: remove its row from access.test.ts.`),
  ]).toEqual([])
})

const site = await openTestApp({ CONFIRM_EMAIL: 'on' })
const { app, db, tokens } = site
const [owner, another, admin] = [await createUser(site), await createUser(site), await createUser(site, 'admin')]
const unconfirmed = await createUser(site)
await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', unconfirmed.id).execute()
const sessions = await db.selectFrom('session').select('id').where('user_id', '=', owner.id).execute()
const session = sessions[0]!.id
const expired = await tokens.issue('access', { subject: owner.id, session }, -60)

const tokenOf: Record<(typeof callers)[number], string | null> = {
  visitor: null,
  owner: owner.access_token,
  another: another.access_token,
  unconfirmed: unconfirmed.access_token,
  admin: admin.access_token,
  'owner, blocked': owner.access_token,
  'expired token': expired,
  'refresh token': owner.refresh_token,
}

test.each(Object.keys(calls).filter((name) => table[name]))('%s', async (name) => {
  const outcomes: Record<string, Outcome> = {}
  for (const caller of callers) {
    const image = await anImageFor(name)
    if (caller === 'owner, blocked') await setBlocked(true)
    outcomes[caller] = await outcomeOf(calls[name]!, tokenOf[caller], image)
    if (caller === 'owner, blocked') await setBlocked(false)
  }
  expect(outcomes).toEqual(Object.fromEntries(callers.map((caller, at) => [caller, rules[table[name]!][at]])))
})

type Image = Awaited<ReturnType<typeof createImage>>
let seed = 0
const newImage = () => createImage(site, owner, { png: aPng({ seed: ++seed }), title: `Vase ${seed}` })
const anyImage = await newImage()

/** An image of its own for each call about one, since some of them delete it. */
async function anImageFor(name: string): Promise<Image> {
  if (table[name] !== 'ownersImage' && table[name] !== 'unpublished') return anyImage
  const image = await newImage()
  if (name === 'trash.restore') await outcomeOf(calls['library.deleteOne']!, owner.access_token, image)
  return image
}

/** Leaves the sessions alive: access must check the user as well. */
const setBlocked = (is_block: boolean) => db.updateTable('users').set({ is_block }).where('id', '=', owner.id).execute()

/** Sends parameters of an image with every call; those that are not about one ignore them. */
async function outcomeOf({ method, path, body }: Endpoint, token: string | null, image: Image): Promise<Outcome> {
  const { id, slug, cloudflare_id } = image
  const answer = await app.inject({
    method,
    url: apiBase + fillPath(path, { id, slug, cloudflare_id, uidb64: 'x', token: 'x', secret: 'x', key: 'x' }),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: { image_ids: [id], title: 'Another title' } }),
  })
  expect(answer.statusCode).toBeLessThan(500)
  const isJson = answer.headers['content-type']?.toString().startsWith('application/json')
  return denials[isJson ? answer.json().code : ''] ?? 'in'
}

const denials: Record<string, Outcome> = {
  not_signed_in: 'sign-in',
  email_not_confirmed: 'confirm',
  blocked: 'blocked',
  not_allowed: 'refused',
  not_your_images: 'refused',
  image_not_found: 'hidden',
  images_not_found: 'hidden',
}
