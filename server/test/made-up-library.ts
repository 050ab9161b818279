import { previewVersion } from '@vitrine/contract/media-files'
import { sql } from 'kysely'
import { setKeywordsOfEach } from '#features/images/images.sql'
import { measuresVersion } from '#imaging/measures/measure-picture'
import type { Database } from '#kit/database/statements'
import { seededRandom } from '../../bench/harness/random.ts'

const syllables = ['ka', 'to', 'mi', 'ra', 'lo', 'ben', 'sur', 'ti', 'gal', 'po', 'ven', 'du']
export const word = (number: number) =>
  syllables[number % 12]! + syllables[Math.floor(number / 12) % 12]! + (number > 80 ? syllables[number % 7]! : '')

/** Made-up words, the same in every run. */
export function madeUpWords(seed = 20261121) {
  const { next: random, pick: oneOf } = seededRandom(seed)
  /** Skewed towards the small numbers. */
  const skewed = (below: number) => Math.floor(random() ** 3 * below)
  return {
    random,
    skewed,
    oneOf,
    title: () => Array.from({ length: 1 + skewed(7) }, () => word(skewed(400))).join(' '),
    keyword: () => `tag ${skewed(60)}`,
    /** A word of descriptions alone. */
    described: () => `lit${syllables[skewed(12)]!}`,
    /** Two letters swapped, a letter left out, or all words written as one. */
    mistyped: (text: string) =>
      oneOf([
        (at: number) => text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2),
        (at: number) => text.slice(0, at) + text.slice(at + 1),
        () => text.replaceAll(' ', ''),
      ])(1 + Math.floor(random() * text.length)),
  }
}

/** Made-up words of near meaning and of other languages, so that the widening of words has something to read. */
export async function addMeanings(db: Database) {
  const meanings = [
    { word: 'autoo', targets: `${word(3)}:10,${word(9)}:25,${word(20)} ${word(1)}:30,${word(50)}:40`, frequency: 3 },
    { word: word(30), targets: `${word(2)}:10,${word(5)}:31`, noun_share: 20 },
    { word: word(40), targets: 'red:50', noun_share: 0 },
    { word: 'katos', targets: `nowhere:10` },
    { word: 'nowhere', targets: `${word(7)}:12` },
  ]
  const translations = [
    { word: 'vogel', targets: `${word(4)}:0,${word(8)} ${word(0)}:3,nowhere:4,${word(11)}:15` },
    { word: word(60), targets: `${word(6)}:2` },
    { word: '🦊', targets: `nowhere:0,${word(12)}:4,${word(13)}:18` },
  ]
  await db.insertInto('meaning').values(meanings).execute()
  await db.insertInto('translation').values(translations).execute()
}

/** What a question may end with. */
export const endings = [' png', ' tag 007', ' 🦊']

/** Images with random texts, tags and filters, none of them published; returns their ids. */
export async function insertMadeUpImages(
  db: Database,
  owner_id: number,
  { count, words }: { count: number; words: ReturnType<typeof madeUpWords> },
): Promise<number[]> {
  const { described, keyword, oneOf, random, skewed, title } = words
  const rows = Array.from({ length: count }, (_, at) => ({
    title: random() < 0.1 ? `${title()}${1 + skewed(9)}` : title(),
    description: random() < 0.2 ? `${described()} ${title()}` : '',
    slug: `image-${at}`,
    cloudflare_id: `px-${String(at).padStart(26, 'a')}`,
    sha256: String(at).padStart(64, '0'),
    category_id: random() < 0.1 ? null : 1 + skewed(20),
    width: 100 + skewed(5000),
    height: 100 + skewed(5000),
    downloads: skewed(random() < 0.1 ? 5000 : 5),
    translucent_ratio: oneOf([0.01, 0.3]),
    edge_score: oneOf([null, 50, 100]),
    findings: oneOf([null, [], [{ kind: 'nothing_clear', clear_share: 0 }]]),
    colours: [{ hex: oneOf(['#d92f2f', '#3f9d4a', '#2f6fd8', '#ffffff']), share: 0.9 }],
  }))
  const { rows: made } = await sql<{ id: number }>`
    with row as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        title text, description text, slug text,
        cloudflare_id text, sha256 text, category_id smallint, width int, height int,
        downloads int, colours jsonb, translucent_ratio real, edge_score smallint, findings jsonb
      )
    ), file_row as (
      insert into file (
        sha256, width, height, colours, translucent_ratio, edge_score, findings, byte_size, transparent_ratio,
        measures_version, preview_version
      )
      select
        sha256, width, height, colours, translucent_ratio, edge_score, nullif(findings, 'null'), 1000, 0.5,
        ${measuresVersion}, ${previewVersion}
      from row
    )
    insert into images (
      owner_id, title, description, slug, cloudflare_id, sha256, category_id, downloads, file_name
    )
    select ${owner_id}, title, description, slug, cloudflare_id, sha256, category_id, downloads, 'a.png' from row
    returning id`.execute(db)
  const ids = made.map((row) => row.id)
  for (const id of ids) await setKeywordsOfEach(db, [{ id, keywords: [...new Set([keyword(), keyword()])] }])
  return ids
}
