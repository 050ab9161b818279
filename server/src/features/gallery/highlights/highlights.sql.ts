import { sql } from 'kysely'
import type { StoredFile } from '#features/images/files/file-facts.sql'
import type { AddedImage } from '#features/images/images.sql'
import { allRows, allValues, changedRows, type Database, oneValue } from '#kit/database/statements'

/** How many pictures a category shows first, or the home page, whose category is null. */
export interface WantedSet {
  category_id: number | null
  count: number
}

/** What was chosen last; without day and pictures where nothing was. */
export interface OutdatedSet extends WantedSet {
  day: string | null
  pub_nos: number[] | null
}

/** A set counts as one of another day once the library has doubled, as one that is being filled soon has. */
export const outdatedSets = (db: Database, wanted: WantedSet[], today: string) => allRows<OutdatedSet>(db)`
  select wanted.*, case when not has_doubled then day end::text as day, pub_nos
  from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (category_id smallint, count int)
  left join highlight_set as chosen on chosen.category_id is not distinct from wanted.category_id
  cross join lateral (select max(pub_no) >= 2 * last_pub_no as has_doubled from published) as library
  where has_doubled or day is distinct from ${today}::date
    or refreshed_at < now() - interval '1 hour'
    or cardinality(pub_nos) > (select count(*) from published where pub_no = any(chosen.pub_nos))
    or cardinality(pub_nos) < count and last_pub_no < (select max(pub_no) from published)
  order by wanted.category_id`

export type Candidate = Pick<StoredFile, 'sha256' | 'preview_version' | 'colours' | 'edge_score'> &
  Pick<AddedImage, 'category_id' | 'owner_id'> & { pub_no: number; title_key: number; is_trending: boolean }

/** How many of the newest images are looked through for good ones, where not enough trend. */
const newestImages = 2_000
const maxCandidates = 240

/** Pictures with much around but no wide margins, whose outline shows on light and dark pages; trending ones first. */
export async function highlightCandidates(db: Database, category_id: number | null): Promise<Candidate[]> {
  const isHere = category_id === null ? sql`true` : sql`published.category_id = ${category_id}`
  return allRows<Candidate>(db)`
    with listed as materialized (
      select pub_no, place
      from trending, unnest(pub_nos[1:downloaded]) with ordinality as list (pub_no, place)
    ), newest as materialized (
      select pub_no from published where ${isHere} order by pub_no desc limit ${sql.lit(newestImages)}
    ), candidate as (
      select pub_no, place from listed full join newest using (pub_no)
    )
    select
      candidate.pub_no, published.category_id, owner_id, sha256, preview_version, title_key,
      place is not null as is_trending, file.colours, edge_score
    from candidate
    join published using (pub_no) join card using (pub_no)
    join images on images.id = image_id join file using (sha256)
    where ${isHere}
      and open_findings = '{}' and transparent_ratio >= 0.2
      and greatest(width, height) >= 500 and width <= 2 * height and height <= 2 * width
      and contrast_tile is null
      and 2 * greatest((visible_box->>'width')::int, (visible_box->>'height')::int) >= greatest(width, height)
    order by place, candidate.pub_no desc limit ${sql.lit(maxCandidates)}`
}

/** Returns whether other pictures were chosen than before. */
export const saveHighlights = (
  db: Database,
  set: { category_id: number | null; day: string; pub_nos: number[] },
) => oneValue<boolean>(db)`
  insert into highlight_set (category_id, day, pub_nos, last_pub_no)
  values (
    ${set.category_id}, ${set.day}, ${set.pub_nos}, (select coalesce(max(pub_no), 0) from published)
  )
  on conflict (category_id) do update set
    day = excluded.day, pub_nos = excluded.pub_nos, last_pub_no = excluded.last_pub_no, refreshed_at = now(),
    cover = case when highlight_set.pub_nos = excluded.pub_nos then highlight_set.cover end
  returning old.pub_nos is distinct from new.pub_nos as has_changed`

/** The pictures of a set, and the name of its cover unless one of them was withdrawn since. */
export async function highlightsOf(db: Database, category_id: number | null) {
  const rows = await allRows<{ pub_nos: number[]; cover: string | null }>(db)`
    select pub_nos, case
      when cardinality(pub_nos) = (select count(*) from published where pub_no = any(pub_nos)) then cover
    end as cover
    from highlight_set where category_id is not distinct from ${category_id}`
  return rows[0] ?? { pub_nos: [], cover: null }
}

export function setsWithoutCover(db: Database) {
  const query = db.selectFrom('highlight_set').select(['category_id', 'pub_nos']).where('cover', 'is', null)
  return query.where('pub_nos', '<>', sql<number[]>`'{}'`).orderBy('category_id').execute()
}

export type CoverPicture = Pick<StoredFile, 'sha256' | 'preview_version'>

export const coverPictures = (db: Database, pubNos: number[]) => allRows<CoverPicture>(db)`
  select sha256, preview_version from unnest(${pubNos}::int[]) with ordinality as chosen (pub_no, place)
  join published using (pub_no) join images on images.id = image_id join file using (sha256)
  order by place`

export const saveCover = (db: Database, category_id: number | null, cover: string) => changedRows(db)`
  update highlight_set set cover = ${cover} where category_id is not distinct from ${category_id}`

export const coversInUse = (db: Database) =>
  allValues<string>(db)`select cover from highlight_set where cover is not null`
