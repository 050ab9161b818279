import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mismatchedTerms } from '#features/search/inverted-index/index-maintenance'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { createOlderLibrary, olderAnswers, olderSettings } from '#test/older-library'
import { openTestApp, withoutJobs } from '#test/test-app'

const answers = await olderAnswers()
// Without jobs, so that neither the indexer nor the CDN sync changes the library during the test.
const { app, db } = await openTestApp({ ...olderSettings, DATABASE_URL: await createOlderLibrary() }, withoutJobs)

const login = (email: string, password: string) =>
  app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload: { email, password } })

async function headersOf(email: string) {
  const { access_token } = (await login(email, 'correct-horse')).json().data.tokens
  return { authorization: `Bearer ${access_token}` }
}

const headers = {
  visitor: {},
  ada: await headersOf('user1@people.example'),
  admin: await headersOf('admin2@people.example'),
}

const isSuggestion = ({ path }: { path: string }) => path.startsWith('/images/suggestions/')

const isListSearch = ({ path }: { path: string }) => path.startsWith('/images/total/?title=')

test('texts are brought over in the background', async () => {
  const outdated = () => db.selectFrom('published').select('pub_no').where('text_version', '=', 0).execute()
  const withoutWords = () => db.selectFrom('image_words').select('image_id').where('words', 'is', null).execute()
  await expect.poll(outdated).toEqual([])
  await expect.poll(withoutWords).toEqual([])
})

test('images of every status are found in the lists by the words of an upgraded library', async () => {
  const titlesFor = async (title: string) => {
    const reply = await app.inject({ url: '/api/v1/images/total/', query: { title }, headers: headers.admin })
    return reply.json().images.map((image: { title: string }) => image.title)
  }
  for (const { title } of await db.selectFrom('images').select('title').where('deleted_at', 'is', null).execute())
    expect(await titlesFor(title)).toContain(title)
})

/** The images alike follow from rows that older versions did not measure. */
const isAlike = ({ path }: { path: string }) => path.startsWith('/images/alike/')

test.each(answers.filter((one) => !isSuggestion(one) && !isListSearch(one) && !isAlike(one)))(
  'an upgraded library answers $as as before: $path',
  async ({ as, path, answer }) => {
    const { meant, ...reply } = (await app.inject({ url: `/api/v1${path}`, headers: headers[as] })).json()
    expect(comparable(reply)).toMatchObject(comparable(answer)) // later versions say more
  },
)

test.each(answers.filter(isSuggestion))('an upgraded library suggests what finds images: $path', async ({ path }) => {
  const { suggestions } = (await app.inject({ url: `/api/v1${path}` })).json()
  expect(suggestions.length).toBeGreaterThan(0)
  for (const { count } of suggestions) expect(count).toBeGreaterThan(0)
})

/** Without the signatures of URLs, which change every hour, and `tone`, which `contrast_tile` replaced. */
const comparable = (answer: object) =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(/\?until=\d+&key=[\w-]+|"tone":"\w+",?/g, '')
      .replaceAll(',}', '}'),
  )

test('a rate limit that was reached before the upgrade still is', async () => {
  expect((await login('stranger@people.example', 'correct-horse')).statusCode).toBe(429)
})

test('accounts that were opened before addresses were confirmed count as confirmed', async () => {
  const profile = await app.inject({ url: '/api/v1/accounts/user/profile/', headers: headers.ada })
  expect(profile.json()[0].must_confirm_email).toBe(false)
})

test('a blocked account stays blocked', async () => {
  expect((await login('user3@people.example', 'correct-horse')).statusCode).not.toBe(200)
})

test('CDN copies keep their state under its new name, with their attempts and errors', async () => {
  const copies = await db
    .selectFrom('cdn_copy')
    .select(['image_id', 'state', 'attempts', 'last_error'])
    .orderBy('image_id')
    .execute()
  expect(copies).toEqual([
    { image_id: 1, state: 'delivered', attempts: 0, last_error: null },
    { image_id: 2, state: 'sent', attempts: 2, last_error: null },
    { image_id: 3, state: 'rejected', attempts: 1, last_error: 'Cloudflare does not take this: too large.' },
    { image_id: 4, state: 'queued', attempts: 0, last_error: null },
    { image_id: 5, state: 'removing', attempts: 0, last_error: null },
    { image_id: 8, state: 'queued', attempts: 0, last_error: null },
  ])
  const { reconcile_after_id, allowed_hosts } = await db.selectFrom('cdn_config').selectAll().executeTakeFirstOrThrow()
  expect({ reconcile_after_id, allowed_hosts }).toEqual({
    reconcile_after_id: 2,
    allowed_hosts: ['imagedelivery.net', 'old.example'],
  })
})

test('images that waited for the search index before the upgrade are indexed, and found alike', async () => {
  while ((await db.selectFrom('index_queue').selectAll().execute()).length) await applyIndexQueue(db)
  expect(await mismatchedTerms(db, 0)).toEqual([])
  for (const { path, answer } of answers.filter(({ path }) => path.startsWith('/images/approved/'))) {
    const { meant, ...reply } = (await app.inject({ url: `/api/v1${path}`, headers: headers.ada })).json()
    expect(reply).toEqual(answer)
  }
})

test('the counts of images follow changes, as before', async () => {
  await db.deleteFrom('images').where('status', '=', 'pending').execute()
  const { rows } = await sql`select status, count from image_count where count > 0 order by owner_id, status`.execute(
    db,
  )
  expect(rows).toEqual([
    { status: 'approved', count: 4 },
    { status: 'rejected', count: 1 },
    { status: 'approved', count: 1 },
  ])
})

test('every constraint and index is named after its table, and foreign keys after their column', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where connamespace = 'public'::regnamespace and relname not like 'kysely%' and conname not like
      case contype
        when 'f' then relname || '_' || attname || '_fkey'
        when 'n' then relname || '_' || attname || '_not_null'
        else relname || '_%'
      end
    union all
    select indexname from pg_indexes
    where schemaname = 'public' and tablename not like 'kysely%' and indexname not like tablename || '_%'`.execute(db)
  expect(rows).toEqual([])
})
