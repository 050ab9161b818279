import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CheckedLibrary } from './checked-library.ts'
import { addFailedJob, eachKey, nameOf, type SeededFault } from './seeded-faults.ts'

/** A fault of rows of single public images: a statement for each, and what the finding says behind the image's name. */
const ofImages = (name: string, statements: string[], says: string | string[]): SeededFault => ({
  name,
  isMendable: true,
  seed: (library, next) =>
    eachKey(statements, async (statement, at) => {
      const hash = next()
      const image = `(select id from images where sha256 = '${hash}')`
      await library.corrupt(statement.replaceAll('$image', image).replaceAll('$hash', `'${hash}'`))
      const text = typeof says === 'string' ? says : says[at]!
      if (text.includes('$hash')) return text.replaceAll('$hash', hash)
      const named = await nameOf(library, hash)
      return new RegExp(text.includes('$image') ? text.replaceAll('$image', named) : `${named}.*${text}`, 'i')
    }),
})

/** A fault of rows that are not of one image. */
const ofRows = (
  name: string,
  faults: [statement: string, says: string | RegExp][],
  isMendable = true,
): SeededFault => ({
  name,
  isMendable,
  seed: (library) =>
    eachKey(faults, async ([statement, says]) => {
      await library.corrupt(
        statement.replaceAll('$ada', String(library.ada.id)).replaceAll('$bob', String(library.bob.id)),
      )
      return says
    }),
})

export const rowFaults: SeededFault[] = [
  ofRows('sequences that are behind', [
    [`select setval('pub_no', 1)`, 'The sequence of publish numbers is at 1'],
    [`select setval(pg_get_serial_sequence('keyword', 'id'), 1)`, 'The sequence of keyword is at 1'],
  ]),
  ofRows('missing single rows', [
    ['delete from trending', 'The only row of the table trending'],
    ['delete from search_config', 'The only row of the table search_config'],
  ]),
  ofImages(
    'categories that do not exist',
    Array(2).fill('update images set category_id = 99 where id = $image'),
    'has the category 99',
  ),
  ofImages(
    'waiting edits',
    [
      `insert into waiting_edit (image_id, fields) values ($image, '{}')`,
      'update images set edit_waiting_since = now() where id = $image',
      `insert into waiting_edit (image_id, fields) values ($image, '{"title": "Other"}')`,
    ],
    ['An empty edit waits beside $image', 'there is none', 'The edit that waits beside $image.*is in no list'],
  ),
  ofRows('a waiting file of another person', [
    [
      'update waiting_edit set owner_id = $bob where sha256 is not null',
      /The file that waits beside .* counts for another person/,
    ],
  ]),
  ofImages(
    'decisions that are told to another person',
    Array(2).fill('update decision set owner_id = owner_id + 1 where image_id = $image'),
    'is told to another person',
  ),
  ofRows('decisions that nothing mails', [
    [
      `update decision set notified_at = null, at = now() - interval '3 days' where owner_id = $bob;
      delete from graphile_worker._private_jobs where key = 'decisions $bob'`,
      /\d+ decisions have waited since/,
    ],
  ]),
  ofRows('publish numbers that do not come back', [
    [
      `update images set previous_pub_no = null where title = 'Trashed plate'`,
      'has no publish number to come back with',
    ],
    [
      `update images set previous_pub_no = (select min(pub_no) from images) where title = 'Trashed bowl'`,
      'with the publish number of another image',
    ],
  ]),
  ofRows('images that are hidden or to be hidden by mistake', [
    ['update users set hides_images = true where id = $bob', 'is not blocked, but the images are to be hidden'],
    [`update images set is_hidden = true where title = 'Pending kettle'`, 'is hidden from visitors, and should not be'],
  ]),
  ofRows('trash that is not emptied', [
    [
      `update images set deleted_at = now() - interval '40 days' where title like 'Trashed%'`,
      /Image \d+ \(trashed-plate, .* has been in the trash since/,
    ],
    ['select', /Image \d+ \(trashed-bowl, .* has been in the trash since/],
  ]),
  ofImages(
    'a former address that is in use',
    ['insert into former_cloudflare_id select cloudflare_id, id from images where id = $image'],
    'is also that of $image',
  ),
  ofRows('leases and highlights of nothing', [
    [`insert into review_lease values (-5, $ada, now() - interval '2 days')`, 'A reviewer has had the image -5'],
    [`insert into highlight_set values (77, '2026-01-01', now(), 0, '{}', null)`, 'Highlights of the category 77'],
  ]),
  ofImages(
    'a gallery that shows something else',
    [
      'delete from published where image_id = $image',
      `update published set words = 'wrong' where image_id = $image`,
      'update published set downloads = 77 where image_id = $image',
      `update card set json = '{"broken' where pub_no = (select pub_no from published where image_id = $image)`,
      `update published set keyword_ids = '{}' where image_id = $image`,
    ],
    'Visitors see something else than what is stored of $image',
  ),
  ofImages(
    'words that the back offices search',
    [
      'delete from image_words where image_id = $image',
      `update image_words set words = 'wrong' where image_id = $image`,
    ],
    'search other words than those of $image',
  ),
  ofImages(
    'facets',
    [
      'delete from image_facet where image_id = $image',
      'update image_facet set byte_size = 5 where image_id = $image',
      `update image_facet set status = 'rejected' where image_id = $image`,
    ],
    'are filtered and sorted by something else than what is stored of $image',
  ),
  ofRows('posting lists', [
    [
      `update posting set postings = '' where term = 'c1'; delete from posting where term = 'wlantern'`,
      /\d+ posting lists of segment 0 do not hold the images/,
    ],
    [`update posting_list set version = 1 where term = 'o1'`, 'the posting list o1 has changed'],
    [`delete from posting_list where term = 'all'`, 'the posting list all has changed'],
  ]),
  ofRows('counts', [
    ['update storage_use set bytes = bytes + 1 where owner_id = $ada', /uses \d+ bytes; counted are/],
    ['delete from storage_use where owner_id = $bob', /uses \d+ bytes; counted are 0/],
    [
      `update image_count set count = 0 where owner_id = $bob and status = 'rejected'`,
      'rejected images; counted are 0',
    ],
    [`insert into image_count values ($bob, 'approved', 4)`, 'has 0 approved images; counted are 4'],
    [`update keyword set uses = uses + 1 where name = 'colour 0'`, 'have the keyword "colour 0"; counted are'],
    [`update keyword set uses = 0 where name = 'colour 1'`, 'have the keyword "colour 1"; counted are 0'],
    [`update word set uses = 1 where word = 'lantern'`, 'have the word "lantern"; counted are 1'],
    [`delete from word where word = 'published'`, 'have the word "published"; counted are 0'],
    [`insert into word values ('nothing', 5, 'noth')`, '0 public images have the word "nothing"; counted are 5'],
    [`update keyword set words = null where name = 'colour 2'`, 'by which the keyword "colour 2" is suggested'],
  ]),
  ofImages(
    'downloads',
    [
      `insert into image_download_day values ($image, current_date, 50)`,
      `insert into image_download_day values ($image, current_date - 200, 1)`,
      'update published set popularity = 3 where image_id = $image',
    ],
    ['has fewer downloads', 'Downloads of $image.*are kept for longer', 'The popularity of $image'],
  ),
  ofRows('downloads of people', [['update download_day set count = 0 where owner_id = $ada', 'counted are 0']]),
  ofImages(
    'lists of faults',
    Array(2).fill(`update file set open_findings = '{halo}' where sha256 = $hash`),
    'The faults of the file $hash',
  ),
  {
    name: 'jobs',
    isMendable: true,
    async seed(library) {
      await addFailedJob(library, 'mail_contact_message', {}, `attempts = 10, last_error = 'No route'`)
      await addFailedJob(
        library,
        'empty_trash',
        { owner: null },
        `locked_at = now() - interval '5 hours', locked_by = 'w1'`,
      )
      await addFailedJob(library, 'sync_hidden_images', { ownerId: -1 }, 'priority = 1')
      await addFailedJob(library, 'mail_decisions', { owner_id: -1 }, 'priority = 1')
      await addFailedJob(library, 'deliver', {}, `attempts = 1, max_attempts = 1, last_error = 'No network'`)
      return [
        '(mail_contact_message) has failed 10 times, the last time with: No route',
        '(empty_trash) was started on',
        '(sync_hidden_images) is about a person who is not there',
        '(mail_decisions) is about a person who is not there',
        'The scheduled job deliver has failed 1 times, the last time with: No network',
      ]
    },
  },
  {
    name: 'a job that nothing does',
    isMendable: false,
    async seed(library) {
      await addFailedJob(library, 'unknown_task', {}, `run_at = now() - interval '3 days'`)
      return ['1 jobs (unknown_task) have been due since']
    },
  },
  ofImages(
    'the outbox of copies',
    [
      'delete from cdn_copy where image_id = $image',
      'update images set delivery_url = null where id = $image',
      `update images set delivery_url = 'https://imagedelivery.net/h/other/public' where id = $image`,
    ],
    ['no copy of it is on its way', 'visitors are not sent there', 'and no copy is there'],
  ),
  ofRows('copies of no image', [
    [`insert into cdn_copy values ('px-other-0123456789', -7, 'a', 'sent')`, 'is kept of image -7'],
    [`insert into cdn_copy values ('px-other-1123456789', -8, 'a', 'rejected')`, 'is kept of image -8'],
  ]),
  {
    name: 'copies at Cloudflare',
    isMendable: true,
    seed: async (library, next) => {
      const [lost, refused, own] = [await copyOf(library, next()), await copyOf(library, next()), next()]
      library.service.held.delete(lost)
      library.service.held.get(refused)!.requireSignedURLs = true
      const { cloudflare_id } = await imageOf(library, own)
      const unknown = `${cloudflare_id}-${randomBytes(5).toString('hex')}`
      library.service.held.set(unknown, { bytes: Buffer.alloc(1), from: 0 })
      return [
        `The copy ${lost} of`,
        `The copy ${refused} of`,
        `the copy ${unknown}, of which the database knows nothing`,
      ]
    },
  },
  {
    name: 'switched off triggers and invalid indexes',
    isMendable: true,
    async seed({ testApp: { db } }) {
      await sql`alter table images disable trigger images_version`.execute(db)
      await sql`create table scratch as select 1 as n from generate_series(1, 2)`.execute(db)
      await sql`create unique index concurrently scratch_n on scratch (n)`.execute(db).catch(() => {})
      await sql`delete from scratch`.execute(db)
      return ['The trigger images_version of', 'The index scratch_n is not valid']
    },
  },
]

const imageOf = ({ testApp: { db } }: CheckedLibrary, sha256: string) =>
  db.selectFrom('images').select(['id', 'cloudflare_id']).where('sha256', '=', sha256).executeTakeFirstOrThrow()

async function copyOf(library: CheckedLibrary, sha256: string): Promise<string> {
  const { id } = await imageOf(library, sha256)
  const { db } = library.testApp
  const copy = await db.selectFrom('cdn_copy').select('cdn_id').where('image_id', '=', id).executeTakeFirstOrThrow()
  return copy.cdn_id
}
