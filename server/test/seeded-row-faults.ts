import { addFailedJob, nameOf, type SeededFault } from './seeded-faults.ts'

/** A fault of the row of a public image: a statement, and what the finding says behind the image's name. */
const ofImage = (statement: string, says: string): SeededFault => ({
  isMendable: true,
  async seed(library, next) {
    const hash = next()
    const image = `(select id from images where sha256 = '${hash}')`
    await library.corrupt(statement.replaceAll('$image', image).replaceAll('$hash', `'${hash}'`))
    if (says.includes('$hash')) return says.replaceAll('$hash', hash)
    const named = await nameOf(library, hash)
    return new RegExp(says.includes('$image') ? says.replaceAll('$image', named) : `${named}.*${says}`, 'i')
  },
})

/** A fault of rows that are not of one image. */
const ofRows = (statement: string, ...says: (string | RegExp)[]): SeededFault => ({
  isMendable: true,
  async seed(library) {
    const { ada, bob } = library
    await library.corrupt(statement.replaceAll('$ada', String(ada.id)).replaceAll('$bob', String(bob.id)))
    return says
  },
})

/** A fault of a job. */
const ofJob = (job: [task: string, payload: object, change: string], says: string): SeededFault => ({
  isMendable: true,
  async seed(library) {
    await addFailedJob(library, ...job)
    return says
  },
})

const otherGallery = 'Visitors see something else than what is stored of $image'
const otherWords = 'search other words than those of $image'
const otherFacets = 'are filtered and sorted by something else than what is stored of $image'

export const rowFaults: SeededFault[] = [
  ofRows(
    `update images set hidden_by_block = true where title = 'Trashed plate'`,
    'is hidden from visitors, and should not be',
  ),
  ofImage('delete from published where image_id = $image', otherGallery),
  ofImage(`update published set words = 'wrong' where image_id = $image`, otherGallery),
  ofImage('update published set downloads = 77 where image_id = $image', otherGallery),
  ofImage(
    `update card set json = '{"broken' where pub_no = (select pub_no from published where image_id = $image)`,
    otherGallery,
  ),
  ofImage(`update published set keyword_ids = '{}' where image_id = $image`, otherGallery),
  ofImage('delete from image_words where image_id = $image', otherWords),
  ofImage(`update image_words set words = 'wrong' where image_id = $image`, otherWords),
  ofImage('delete from image_facet where image_id = $image', otherFacets),
  ofImage('update image_facet set byte_size = 5 where image_id = $image', otherFacets),
  ofImage(`update image_facet set status = 'rejected' where image_id = $image`, otherFacets),
  ofRows(
    `update posting set postings = '' where term = 'c1'; delete from posting where term = 'wlantern'`,
    /\d+ posting lists of segment 0 are wrong/,
  ),
  ofRows('update storage_use set bytes = bytes + 1 where owner_id = $ada', /Bytes of .* are counted as \d+; there are/),
  ofRows('delete from storage_use where owner_id = $bob', /Bytes of .* are counted as 0/),
  ofRows(
    `update image_count set count = 0 where owner_id = $bob and status = 'rejected'`,
    'that are rejected are counted as 0',
  ),
  ofRows(
    `insert into image_count values ($bob, 'approved', 4)
    on conflict (owner_id, status) do update set count = excluded.count`,
    'that are approved are counted as 4; there are 0.',
  ),
  ofRows(`update keyword set uses = uses + 1 where name = 'colour 0'`, 'with the keyword "colour 0" are counted as'),
  ofRows(`update keyword set uses = 0 where name = 'colour 1'`, 'with the keyword "colour 1" are counted as 0'),
  ofRows(`update word set uses = 1 where word = 'lantern'`, 'with the word "lantern" are counted as 1'),
  ofRows(`delete from word where word = 'published'`, 'with the word "published" are counted as 0'),
  ofRows(`insert into word values ('nothing', 5, 'noth')`, 'with the word "nothing" are counted as 5; there are 0.'),
  ofImage(`insert into image_download_day values ($image, current_date, 50)`, 'Downloads of $image.*are counted as'),
  ofRows('update download_day set count = 0 where owner_id = $ada', /Downloads of .* on .* are counted as 0/),
  ofImage(`update file set open_findings = '{halo}' where sha256 = $hash`, 'The faults of the file of $image.*listed'),
  ofJob(
    ['mail_contact_message', {}, `attempts = 10, last_error = 'No route'`],
    '1 jobs (mail_contact_message) have failed, the last time with: No route',
  ),
  ofJob(
    ['deliver', {}, `attempts = 1, max_attempts = 1, last_error = 'No network'`],
    '1 jobs (deliver) have failed, the last time with: No network',
  ),
]
