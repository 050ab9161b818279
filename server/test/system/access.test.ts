import type { Endpoint } from '@vitrine/contract/endpoint'
import { expect, test } from 'vitest'
import { calls, namesOfCalls, urlOfCall } from '#test/calls'
import { aPng } from '#test/png'
import { addImages, createImage, createUser, openAppWithPeople } from '#test/test-app'

// Every call by every kind of caller; a reply that fields are wrong means access, so that no input need be valid.

const people = ['visitor', 'owner', 'another', 'unconfirmed', 'admin'] as const
const callers = [...people, 'owner, blocked', 'expired token', 'refresh token'] as const

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

const table: Record<Rule, Record<string, string>> = {
  anybody: {
    auth: 'login register verify refresh logout',
    emailConfirmation: 'confirm',
    passwords: 'forgot reset',
    contact: 'send',
    reports: 'send status',
    counterNotices: 'status send',
    ownData: 'download',
    mailPreferences: 'unsubscribe',
    gallery: 'approved keywords suggestions oembed',
    highlights: 'today',
    contributors: 'images',
    tray: 'cards zip',
    searchLog: 'report',
  },
  signedIn: {
    emailConfirmation: 'sendAgain',
    emailChange: 'request cancel',
    passwords: 'change',
    sessions: 'list end endOthers',
    apiKeys: 'list create revoke',
    profiles: 'mine update',
    ownData: 'prepare close',
    terms: 'agree',
    trustLevel: 'mine',
    uploads: 'quota alike',
    csv: 'upload download',
    statistics: 'overview',
    inbox: 'read',
    counterNotices: 'mine',
    ownLists: 'approved pending rejected total draft',
    ownCounts: 'approved pending rejected total draft',
    listSelection: 'all',
    imageRevision: 'current',
    trash: 'list empty',
  },
  confirmed: { uploads: 'upload' },
  ownersImage: { backOffice: 'update updateMultiple discardEdit deleteMany deleteOne history', trash: 'restore' },
  ownFile: { uploads: 'replaceFile mend submit' },
  admins: {
    reportQueue: 'list length one reports picture decide',
    people: 'list one setRole setLevel update events allowUpload',
    backOffice: 'bulkUpdate undo alike',
    overruling: 'overrule reinstate',
    review: 'lease',
    cdn: 'config configure takeAway status',
    searchLog: 'read configure',
    synonyms: 'list add update remove',
    allLists: 'approved pending rejected total',
    allCounts: 'approved pending rejected total',
  },
  unpublished: { gallery: 'one download' },
}
const ruleOf = Object.fromEntries(
  Object.entries(table).flatMap(([rule, groups]) => namesOfCalls(groups).map((name) => [name, rule as Rule])),
)

test('every call has its row, and every row its call', () => {
  expect(Object.keys(ruleOf).sort(), 'Say in access.test.ts who may make each call.').toEqual(Object.keys(calls).sort())
})

const opened = await openAppWithPeople({ CONFIRM_EMAIL: 'on' })
const { testApp: site, app, db, tokens, ada: owner, bob: another, admin } = opened
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

test.each(Object.keys(calls))('%s', async (name) => {
  const outcomes: Record<string, Outcome> = {}
  for (const caller of callers) {
    const image = await anImageFor(name)
    if (caller === 'owner, blocked') await setBlocked(true)
    outcomes[caller] = await outcomeOf(calls[name]!, tokenOf[caller], image)
    if (caller === 'owner, blocked') await setBlocked(false)
  }
  expect(outcomes).toEqual(Object.fromEntries(callers.map((caller, at) => [caller, rules[ruleOf[name]!][at]])))
})

type Image = Pick<Awaited<ReturnType<typeof createImage>>, 'id' | 'slug' | 'cloudflare_id'>
const anyImage = await createImage(site, owner, { png: aPng(), title: 'Vase' })

/** An image of its own for each call that may change one. */
async function anImageFor(name: string): Promise<Image> {
  if (ruleOf[name] !== 'ownersImage') return anyImage
  const [image] = await addImages(site, owner, ['Vase'])
  if (name === 'trash.restore') await outcomeOf(calls['backOffice.deleteOne']!, owner.access_token, image)
  return image
}

/** Leaves the sessions alive: access must check the user as well. */
const setBlocked = (is_block: boolean) => db.updateTable('users').set({ is_block }).where('id', '=', owner.id).execute()

/** Sends parameters of an image with every call; those that are not about one ignore them. */
async function outcomeOf(call: Endpoint, token: string | null, image: Image): Promise<Outcome> {
  const answer = await app.inject({
    method: call.method,
    url: urlOfCall(call, { id: image.id, slug: image.slug, cloudflare_id: image.cloudflare_id }),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(call.body && { payload: { image_ids: [image.id], title: 'Another title' } }),
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
