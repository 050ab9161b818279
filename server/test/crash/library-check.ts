import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { previewSizes } from '@vitrine/contract/media-files'
import { sql } from 'kysely'
import { avatarOfKey } from '#features/accounts/users/avatar-urls'
import { coverOfKey } from '#features/gallery/highlights/covers'
import { derivativeOwner, originalKey, previewKey, sha256OfKey } from '#features/images/storage-keys'
import { mismatchedTerms } from '#features/search/inverted-index/index-maintenance'
import { sha256Of } from '../png.ts'
import { wrongCounts } from '../wrong-counts.ts'
import type { CrashSite } from './crash-site.ts'

/** What visitors or owners would see half-done, as sentences; none when the library is whole. */
export async function findDamage(site: CrashSite): Promise<string[]> {
  const found = await Promise.all([brokenFiles(site), wrongCounts(site.db), unpublishedPages(site), brokenPages(site)])
  return found.flat()
}

/** Files that images or waiting edits have. */
const usedFiles = ({ db }: CrashSite) =>
  db
    .selectFrom('file')
    .selectAll()
    .where(
      sql<boolean>`sha256 in (
        select sha256 from images union select edit_sha256 from images where edit_sha256 is not null)`,
    )
    .execute()

async function brokenFiles(site: CrashSite): Promise<string[]> {
  const problems: string[] = []
  for (const { sha256, width, height, preview_version } of await usedFiles(site)) {
    const bytes = await buffer(site.store.read(originalKey(sha256))).catch(() => null)
    if (!bytes) problems.push(`The row of ${sha256} has no file.`)
    else if (sha256Of(bytes) !== sha256) problems.push(`The file of ${sha256} has other bytes.`)
    for (const side of previewSizes(width, height))
      if (!(await site.store.size(previewKey(sha256, side, preview_version))))
        problems.push(`The file ${sha256} has no preview of ${side} pixels.`)
  }
  return problems
}

async function unpublishedPages({ db }: CrashSite): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select 'Image ' || coalesce(images.id, image_id) || ' is public in one table alone.' as problem
    from (select id, pub_no from images where pub_no is not null) as images
    full join published on published.image_id = images.id and published.pub_no = images.pub_no
    full join card on card.pub_no = published.pub_no
    where images.id is null or published.pub_no is null or card.pub_no is null
    union all
    select 'Image ' || id || ' is ' || status || ' and public.' from images
    where pub_no is not null and state <> 'public'`.execute(db)
  const terms = await mismatchedTerms(db, 0)
  return [...rows.map(({ problem }) => problem), ...terms.map((term) => `The posting list of ${term} is wrong.`)]
}

/** The newest images of the gallery: their pages, previews and downloads. */
async function brokenPages(site: CrashSite): Promise<string[]> {
  if (!site.isRunning) return []
  const problems: string[] = []
  const listing = await site.send('GET', '/api/v1/images/approved/')
  const { n } = await site.db
    .selectFrom('published')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (listing?.status !== 200) return [`The gallery answers ${listing?.status}.`]
  if (listing.body.count !== n) problems.push(`The gallery counts ${listing.body.count} of ${n} images.`)
  for (const { slug, cloudflare_url, cloudflare_id } of listing.body.images.slice(0, 3)) {
    for (const path of [`/images/${slug}/`, `/images/download/${cloudflare_id}/`].map((one) => `/api/v1${one}`))
      if ((await site.send('GET', path))?.status !== 200) problems.push(`${path} does not answer.`)
    const isOwn = cloudflare_url.startsWith('/')
    if (isOwn && (await site.send('GET', cloudflare_url))?.status !== 200) problems.push(`${slug} has no picture.`)
  }
  return problems
}

/** What a killed process left: unfinished files, files that no row needs, and files that were to leave at once. */
export async function filesLeftBehind(site: CrashSite): Promise<string[]> {
  const isKnown = await knownFiles(site)
  const unfinished = await readdir(join(site.settings.DATA_DIR!, 'files/tmp'))
  const unknown = (await Array.fromAsync(site.store.list(''))).filter((key) => !isKnown(key))
  const { rows } = await sql<{ key: string }>`
    select key from unowned_file where stored_by is null and at = '-infinity'`.execute(site.db)
  return [...unfinished, ...unknown, ...rows.map(({ key }) => `${key}, which was released`)]
}

/** By the rows of images, people and highlights; work that processes hand to each other is over at a check. */
async function knownFiles(site: CrashSite): Promise<(key: string) => boolean> {
  const { rows } = await sql<{ name: string }>`
    select key as name from unowned_file where stored_by is null
    union all select image from users where image is not null
    union all select cover from highlight_set where cover is not null
    union all select cloudflare_id from images
    union all select cloudflare_id from former_cloudflare_id
    union all select edit_cloudflare_id from images where edit_cloudflare_id is not null`.execute(site.db)
  const names = new Set([...(await usedFiles(site)).map(({ sha256 }) => sha256), ...rows.map(({ name }) => name)])
  return (key) => {
    const folder = key.slice(0, key.lastIndexOf('/') + 1)
    const owner = sha256OfKey(key) ?? avatarOfKey(key) ?? coverOfKey(key) ?? derivativeOwner(key) ?? key
    return [key, folder, owner].some((name) => names.has(name))
  }
}
