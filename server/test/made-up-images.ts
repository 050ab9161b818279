import { previewVersion } from '@vitrine/contract/media-files'
import { sql } from 'kysely'
import { setKeywordsOfEach } from '#features/images/images.sql'
import { measuresVersion } from '#imaging/measures/measure-picture'
import type { Database } from '#kit/database/pool'
import type { MadeUpWords } from './made-up-words.ts'

/** Images with random texts, tags and filters, none of them published; returns their ids. */
export async function insertMadeUpImages(
  db: Database,
  owner_id: number,
  { count, words }: { count: number; words: MadeUpWords },
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
