// The product with a library of rows alone: the back offices' lists read no pixels. Times are of calls in process.
import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { hashPassword } from '../../server/src/features/auth/password-hash.ts'
import { upgradeBatch } from '../../server/src/features/publishing/text-upgrade.ts'
import { addUser } from '../../server/src/features/users/users.sql.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests } from '../harness/benchmark-process.ts'

export interface ListsRequest {
  images: number
}

/** Milliseconds of each call, one list after the other. */
export interface ListTimes {
  label: string
  times: number[]
}

const config = readConfig()
const resources = await openResources(config)
const app = await buildApp(resources, config)
const { db } = resources

serveRequests(
  async ({ images }: ListsRequest) => {
    const { admin, owner } = await fillLibrary(images)
    const last = Math.ceil(images / limits.managedImagesPerPage)
    const lists = [
      ['all people’s, page 1', admin, 'total/'],
      ['all people’s, the middle page', admin, `total/?page=${last >> 1}`],
      ['all people’s, the last page', admin, `total/?page=${last}`],
      ['pending, page 1, the oldest first', admin, 'pending/?order=oldest'],
      ['pending, the middle page', admin, `pending/?page=${last >> 2}`],
      ['a title that one image has', admin, `total/?title=${encodeURIComponent(`image ${images - 7}`)}`],
      ['a title that a tenth has', admin, 'total/?title=kite'],
      ['a word that all have', admin, 'total/?title=image'],
      ['a mistyped word', admin, `total/?title=${encodeURIComponent(`knetle ${images - 7}`)}`],
      ['one’s own, a title that a tenth has', owner, 'user/total/?title=lanterns'],
      ['one’s own, a mistyped word', owner, 'user/pending/?title=lnatern'],
      ['one’s own, page 1', owner, 'user/total/'],
      ['one’s own, the middle page', owner, `user/total/?page=${last >> 2}`],
      ['how many there are', admin, 'total-images-length/'],
      ...filterPairs().map(([one, other]) => [`${one} and ${other}`, admin, `total/?${one}&${other}`] as const),
      ['one’s own, a category, the 2nd page', owner, 'user/pending/?category=food&page=2'],
      ['a title that a tenth has, a category', admin, 'total/?title=kite&category=food'],
      ...['title', 'size', 'downloads'].map((order) => [`by ${order}`, admin, `total/?order=${order}`] as const),
    ] as const
    const all: ListTimes[] = []
    for (const [what, token, path] of lists) all.push({ label: what, times: await measureList(path, token) })
    return all
  },
  async () => {
    await app.close()
    await resources.stop()
  },
)

/** A filter of each kind, with many and few images. */
const filters = [
  'category=food',
  'category=none',
  'transparency=cutout',
  'transparency=none',
  'finding=any',
  'finding=haze',
  'keywords=none',
  'flag=overruled',
  'age=day',
  'age=older',
  'reason=cropped',
  'username=the-user',
]

const kindOf = (filter: string) => filter.split('=')[0]

/** Any two filters of different kinds. */
const filterPairs = () =>
  filters.flatMap((one, at) =>
    filters.slice(at + 1).flatMap((other) => (kindOf(one) === kindOf(other) ? [] : [[one, other] as const])),
  )

/** Half of the images belong to one contributor, half are pending, a tenth are kites; half have keywords. */
async function fillLibrary(images: number) {
  const [admin, owner] = [await createSignedInUser('admin'), await createSignedInUser('user')]
  await sql`insert into keyword (name) select 'word ' || n from generate_series(1, 1000) as n`.execute(db)
  for (let first = 1; first <= images; first += batchSize) await insertBatch(first, [owner.id, admin.id])
  await sql`insert into image_words (image_id) select id from images`.execute(db)
  while ((await upgradeBatch(db)) !== 'finished');
  await sql`
    insert into overruled_finding (sha256, kind, reason)
    select sha256, 'haze', '' from file where open_findings && '{haze}' order by sha256 limit 500`.execute(db)
  for (const name of ['images', 'image_facet', 'image_words', 'image_keyword', 'keyword'])
    await sql`vacuum analyze ${sql.table(name)}`.execute(db)
  return { admin: admin.token, owner: owner.token }
}

/** Images made by one statement, which must end within the time that the site gives to any. */
const batchSize = 1_000

async function insertBatch(first: number, [half, rest]: [number, number]) {
  await sql`
    with file_row as (
      insert into file (sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours, findings)
      select 'sha ' || n, 1000 + n * 7919 % 100003, 640, 480, 0.5, case when n % 3 = 0 then 0.5 else 0.01 end, '[]',
        case n % 10 when 0 then '[{"kind": "haze", "share": 0.5}]'
          when 1 then '[{"kind": "nothing_clear", "clear_share": 0}]' else '[]' end::jsonb
      from generate_series(${first}::int, ${first + batchSize - 1}::int) as n
    ), made as (
      insert into images (owner_id, status, category_id, slug, title, cloudflare_id, sha256, file_name, created_at)
      select case when n % 2 = 0 then ${half}::bigint else ${rest} end,
        case when n % 4 < 2 then 'pending' else 'rejected' end, nullif(n * 31 % 21, 0),
        'image-' || n,
        (array[
          'Red fox', 'Kite', 'Lantern', 'Violin', 'Owl', 'Tulip', 'Anchor', 'Kettle', 'Feather', 'Compass'
        ])[n % 10 + 1]
          || ' image ' || n,
        'px-' || n, 'sha ' || n, n || '.png',
        now() - (n || ' minutes')::interval
      from generate_series(${first}::int, ${first + batchSize - 1}::int) as n
      returning id, status
    ), decided as (
      insert into decision (image_id, status, reason)
      select id, status, case when id % 7 = 0 then 'cropped' else 'quality' end from made where status = 'rejected'
    )
    insert into image_keyword (image_id, keyword_id, position)
    select id, (id * 7 + place) % 1000 + 1, place from made, generate_series(1, 5) as place
    where id % 2 = 0`.execute(db)
}

async function createSignedInUser(role: 'admin' | 'user') {
  const email = `${role}@people.example`
  const password_hash = await hashPassword('glass-case-2')
  const { id } = await addUser(db, { username: `the-${role}`, email, number: '01234567890', password_hash, role })
  const payload = { email, password: 'glass-case-2' }
  const login = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload })
  return { id, token: login.json().data.tokens.access_token as string }
}

async function measureList(path: string, token: string): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < 45; i++) {
    const began = performance.now()
    const answer = await app.inject({ url: `/api/v1/images/${path}`, headers: { authorization: `Bearer ${token}` } })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    if (i >= 5) times.push(performance.now() - began)
  }
  return times
}
