// The product with a library of rows alone. Times are of calls in process.
import { listOrders } from '@vitrine/contract/calls/back-office/lists'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { hashPassword } from '../../server/src/features/auth/password-hash.ts'
import { addUser } from '../../server/src/features/users/users.sql.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests } from '../harness/benchmark-process.ts'
import { childrenCpuTime, postmasterPid } from '../harness/cpu-time.ts'
import { fillLibrary } from './made-up-library.ts'

export interface ListsRequest {
  images: number
}

/** What lists of one kind have in common: a limit applies to their median. */
export type ListKind = 'list' | 'search' | 'two filters' | 'order'

/** Milliseconds of the same list, call after call. */
export interface ListTimes {
  kind: ListKind
  label: string
  times: number[]
  /** Milliseconds of processor time each, of this process and, where the system reports it, of PostgreSQL. */
  cpu: number
  /** Milliseconds of a bare statement just before and after: as many rows of `images` as a page has, by their ids. */
  bare: number[]
}

interface List {
  kind: ListKind
  label: string
  token: string
  path: string
}

const config = readConfig()
const resources = await openResources(config)
const app = await buildApp(resources, config)
const { db } = resources

serveRequests(
  async ({ images }: ListsRequest) => {
    const [admin, owner] = [await createSignedInUser('admin'), await createSignedInUser('user')]
    await fillLibrary(db, images, [owner.id, admin.id])
    const postmaster = await postmasterPid(db)
    const all: ListTimes[] = []
    for (const list of allLists(images, admin.token, owner.token)) all.push(await measureList(list, images, postmaster))
    return all
  },
  async () => {
    await app.close()
    await resources.stop()
  },
)

function allLists(images: number, admin: string, owner: string): List[] {
  const last = Math.ceil(images / limits.managedImagesPerPage)
  const rows: [ListKind, string, string, string][] = [
    ['list', 'all people’s, page 1', admin, 'total/'],
    ['list', 'all people’s, the middle page', admin, `total/?page=${last >> 1}`],
    ['list', 'all people’s, the last page', admin, `total/?page=${last}`],
    ['list', 'pending, page 1, the oldest first', admin, 'pending/?order=oldest'],
    ['list', 'pending, the middle page', admin, `pending/?page=${last >> 3}`],
    ['list', 'one’s own, page 1', owner, 'user/total/'],
    ['list', 'one’s own, the middle page', owner, `user/total/?page=${last >> 2}`],
    ['list', 'how many there are', admin, 'total-images-length/'],
    ['list', 'one’s own, a category, the 2nd page', owner, 'user/pending/?category=food&page=2'],
    ['search', 'a title that one image has', admin, `total/?title=${encodeURIComponent(`image ${images - 7}`)}`],
    ['search', 'a title that a tenth has', admin, 'total/?title=kite'],
    ['search', 'a word that all have', admin, 'total/?title=image'],
    ['search', 'a mistyped word', admin, `total/?title=${encodeURIComponent(`knetle ${images - 7}`)}`],
    ['search', 'one’s own, a title that a tenth has', owner, 'user/total/?title=lanterns'],
    ['search', 'one’s own, a mistyped word', owner, 'user/pending/?title=lnatern'],
    ['search', 'a title that a tenth has, a category', admin, 'total/?title=kite&category=food'],
    ...filterPairs().map(([one, other]): [ListKind, string, string, string] => [
      'two filters',
      `${one} and ${other}`,
      admin,
      pathOf([one, other]),
    ]),
    ...listOrders.flatMap((order): [ListKind, string, string, string][] => [
      ['order', `${order}, page 1`, admin, `total/?order=${order}`],
      ['order', `${order}, the middle page`, admin, `total/?order=${order}&page=${last >> 1}`],
      ['order', `${order}, one’s own`, owner, `user/total/?order=${order}`],
      ['order', `${order}, pending`, admin, `pending/?order=${order}`],
    ]),
  ]
  return rows.map(([kind, label, token, path]) => ({ kind, label, token, path }))
}

/** A filter of each kind, with many and few images. */
const filters = [
  'username=the-user',
  'category=food',
  'category=none',
  'transparency=cutout',
  'transparency=none',
  'finding=any',
  'finding=haze',
  'flag=overruled',
  'keywords=none',
  'age=day',
  'age=older',
  'reason=cropped',
  'status=pending',
  'status=rejected',
  'status=approved',
]

const kindOf = (filter: string) => filter.split('=')[0]

/** Any two filters of different kinds. */
const filterPairs = () =>
  filters.flatMap((one, at) =>
    filters.slice(at + 1).flatMap((other) => (kindOf(one) === kindOf(other) ? [] : [[one, other] as const])),
  )

/** The status is the list itself; visitors' list has the path `approved`. */
function pathOf(pair: string[]) {
  const status = pair.find((one) => kindOf(one) === 'status')?.split('=')[1]
  const list = status === 'approved' ? 'approved/details' : (status ?? 'total')
  return `${list}/?${pair.filter((one) => kindOf(one) !== 'status').join('&')}`
}

async function createSignedInUser(role: 'admin' | 'user') {
  const email = `${role}@people.example`
  const password_hash = await hashPassword('glass-case-2')
  const { id } = await addUser(db, { username: `the-${role}`, email, number: '01234567890', password_hash, role })
  const payload = { email, password: 'glass-case-2' }
  const login = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload })
  return { id, token: login.json().data.tokens.access_token as string }
}

const rounds = 24

async function measureList({ path, token, ...list }: List, images: number, postmaster: number): Promise<ListTimes> {
  const call = async () => {
    const answer = await app.inject({ url: `/api/v1/images/${path}`, headers: { authorization: `Bearer ${token}` } })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  }
  const selectRows = (round: number) => selectByIds(round, images)
  await repeat(3, call)
  const before = await repeat(rounds / 2, selectRows)
  const [database, web] = [childrenCpuTime(postmaster) ?? 0, process.cpuUsage()]
  const times = await repeat(rounds, call)
  const { user, system } = process.cpuUsage(web)
  const cpu = ((user + system) / 1000 + (childrenCpuTime(postmaster) ?? 0) - database) / rounds
  return {
    kind: list.kind,
    label: list.label,
    times,
    cpu,
    bare: [...before, ...(await repeat(rounds / 2, selectRows))],
  }
}

/** Rows that lie apart, others in each round. */
function selectByIds(round: number, images: number) {
  const step = Math.floor(images / limits.managedImagesPerPage)
  const ids = Array.from({ length: limits.managedImagesPerPage }, (_, at) => at * step + round + 1)
  return sql`select * from images where id = any(${ids}::bigint[])`.execute(db)
}

/** Milliseconds of each time. */
async function repeat(count: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < count; round++) {
    const began = performance.now()
    await work(round)
    times.push(performance.now() - began)
  }
  return times
}
