import { planesLength } from '@vitrine/contract/calls/back-office/uploads'
import { sql } from 'kysely'
import type { StoredFile } from '#features/images/files/files.sql'
import { hashBits, zeroBits } from '#imaging/measures/similarity/dct-hash'
import { rowOfPlanes } from '#imaging/measures/similarity/perceptual-row'
import type { Database } from '#kit/database/pool'
import { pageSize } from '../inspection.ts'

export async function fileCount(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from file`.execute(db)
  return rows[0]!.count
}

/** The hashes of all files, in pages. */
export async function* filePages(db: Database): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ sha256: string }>`
      select sha256 from file where sha256 collate "C" > ${after}
      order by sha256 collate "C" limit ${pageSize}`.execute(db)
    if (!rows.length) return
    yield rows.map(({ sha256 }) => sha256)
    after = rows.at(-1)!.sha256
  }
}

export interface CheckedFile
  extends Pick<StoredFile, 'sha256' | 'byte_size' | 'width' | 'height' | 'measures_version' | 'preview_version'> {
  has_findings: boolean
  /** Whether the kinds of its findings are listed, without those that were overruled. */
  has_open_findings: boolean
  /** Whether nothing in it can be seen, so that it has no perceptual row. */
  is_empty: boolean
  has_perceptual_row: boolean
  /** The images that have it or are to get it, as in findings. */
  images: string
}

/** The files that an image has, or is to get. */
export async function checkedFiles(db: Database, hashes: string[]): Promise<CheckedFile[]> {
  const { rows } = await sql<CheckedFile>`
    select sha256, byte_size, width, height, measures_version, preview_version, findings is not null as has_findings,
      open_findings is not distinct from case when findings is not null then array(
        select finding ->> 'kind' from jsonb_array_elements(findings) with ordinality as found (finding, place)
        where not overruled ? (finding ->> 'kind') order by place
      ) end as has_open_findings,
      coalesce(findings @> '[{"kind":"nothing_to_see"}]', false) as is_empty,
      exists (select from perceptual_row where perceptual_row.sha256 = file.sha256) as has_perceptual_row, images
    from file join lateral (
      select string_agg(format('image %s (%s, of %s)', image_id, slug, username), ', ' order by image_id) as images
      from (
        select id as image_id, slug, owner_id from images where images.sha256 = file.sha256 and taken_down_at is null
        union select id, slug, owner_id from images where edit_sha256 = file.sha256
      ) as holder join users on users.id = holder.owner_id
    ) as holders on images is not null
    where sha256 = any(${hashes}) order by sha256`.execute(db)
  return rows
}

/** The files whose columns for the search of look-alikes do not follow from their planes. */
export async function unsoundPerceptualRows(db: Database, hashes: string[]): Promise<Set<string>> {
  const { rows } = await sql<StoredPerceptualRow>`
    select sha256, aspect, planes, mean_opacity, zeros::text, hash::text from perceptual_row
    where sha256 = any(${hashes})`.execute(db)
  return new Set(rows.filter((row) => !isSound(row)).map(({ sha256 }) => sha256))
}

interface StoredPerceptualRow {
  sha256: string
  aspect: number
  planes: Buffer
  mean_opacity: number
  zeros: string
  hash: string
}

function isSound({ aspect, planes, mean_opacity, zeros, hash }: StoredPerceptualRow): boolean {
  if (planes.length !== planesLength) return false
  const row = rowOfPlanes(aspect, planes)
  return row.opacity === mean_opacity && zeroBits(row.hash) === zeros && hashBits(row.hash) === hash
}
