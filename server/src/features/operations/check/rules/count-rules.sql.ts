import { type RawBuilder, sql } from 'kysely'
import { isKept } from '#features/images/images.sql'
import { stemMark } from '#features/search/words/image-words'
import { stemOf } from '#features/search/words/word-forms'
import { imageName, type RowRule } from './row-rule.sql.ts'

/** Numbers that are kept beside the rows which they sum up, because counting takes too long. */
interface Count {
  table: string
  /** Of each number: the columns of its row, a `key` of them, a `label`, and what is `counted` and `real`. */
  compared: RawBuilder<unknown>
  /** Writes what is real in `wrong`, which are rows of `compared` with these keys. */
  write(wrong: RawBuilder<unknown>, keys: string[]): RawBuilder<unknown>
}

const username = sql`(select username from users where id = owner_id)`

const downloads: Count[] = [
  {
    // Those of single days are kept for a while alone, so that all together are at least as many.
    table: 'images',
    compared: sql`
      select id, id as key, 'Downloads of ' || ${imageName} as label, downloads as counted,
        greatest(downloads, sum) as real
      from images join (select image_id, sum(count) from image_download_day group by image_id) as days
        on image_id = id`,
    write: (wrong) => sql`update images set downloads = real from ${wrong} where images.id = wrong.id`,
  },
  {
    table: 'download_day',
    compared: sql`
      select owner_id, day, concat_ws(' ', owner_id, day) as key,
        format('Downloads of %s on %s', ${username}, day) as label, counted.count as counted,
        greatest(counted.count, days.count) as real
      from (
        select owner_id, day, sum(count) as count
        from image_download_day join images on images.id = image_id group by owner_id, day
      ) as days left join download_day as counted using (owner_id, day)`,
    write: (wrong) => sql`
      insert into download_day (owner_id, day, count) select owner_id, day, real from ${wrong}
      on conflict (owner_id, day) do update set count = excluded.count`,
  },
]

const counts: Count[] = [
  {
    // The bytes of each person's images and of the files that wait beside them.
    table: 'storage_use',
    compared: sql`
      select owner_id, owner_id as key, 'Bytes of ' || ${username} as label, counted.bytes as counted,
        coalesce(used.bytes, 0) as real
      from storage_use as counted full join (
        select owner_id, sum(byte_size)::bigint as bytes
        from (
          select owner_id, sha256 from images
          union all select owner_id, edit_sha256 from images where edit_sha256 is not null
        ) as held join file using (sha256)
        group by owner_id
      ) as used using (owner_id)`,
    write: (wrong) => sql`
      insert into storage_use (owner_id, bytes) select owner_id, real from ${wrong}
      on conflict (owner_id) do update set bytes = excluded.bytes`,
  },
  {
    table: 'image_count',
    compared: sql`
      select owner_id, status, concat_ws(' ', owner_id, status) as key,
        format('Images of %s that are %s', ${username}, status) as label, counted.count as counted,
        coalesce(own.count, 0) as real
      from image_count as counted full join (
        select owner_id, status, count(*) as count from images where ${isKept} group by owner_id, status
      ) as own using (owner_id, status)`,
    write: (wrong) => sql`
      insert into image_count (owner_id, status, count) select owner_id, status, real from ${wrong}
      on conflict (owner_id, status) do update set count = excluded.count`,
  },
  {
    table: 'keyword',
    compared: sql`
      select id, id as key, format('Public images with the keyword "%s"', name) as label, keyword.uses as counted,
        coalesce(own.uses, 0) as real
      from keyword left join (
        select id, count(*)::int as uses from published, unnest(keyword_ids) as id group by id
      ) as own using (id)`,
    write: (wrong) => sql`update keyword set uses = real from ${wrong} where keyword.id = wrong.id`,
  },
  {
    // Of whole words, in titles, keywords and categories.
    table: 'word',
    compared: sql`
      select word, word as key, format('Public images with the word "%s"', word) as label, counted.uses as counted,
        coalesce(own.uses, 0) as real
      from word as counted full join (
        select word, count(*)::int as uses
        from published, unnest(tsvector_to_array(ts_filter(words, '{a,b,c}'))) as word
        where not starts_with(word, ${sql.lit(stemMark)}) group by word
      ) as own using (word)`,
    write: (wrong, keys) => sql`
      insert into word (word, stem, uses)
      select word, stem, real
      from ${wrong} join unnest(${keys}::text[], ${keys.map(stemOf)}::text[]) as found (word, stem) using (word)
      on conflict (word) do update set uses = excluded.uses`,
  },
]

/** They are written while no transaction can change them, so that what is under way adds to the right ones. */
const ruleOf = ({ table, compared, write }: Count): RowRule => ({
  broken: sql`
    select key, format('%s are counted as %s; there are %s.', label, coalesce(counted, 0), real) as text
    from (${compared}) as compared where coalesce(counted, 0) <> real`,
  remedy: 'They are counted again.',
  repairAll: (keys, { backgroundDb }) =>
    backgroundDb.transaction().execute(async (transaction) => {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction)
      const wrong = sql`(select * from (${compared}) as compared where key::text = any(${keys})) as wrong`
      await write(wrong, keys).execute(transaction)
    }),
})

/** Of which the read model is made. */
export const downloadRules = downloads.map(ruleOf)
export const countRules = counts.map(ruleOf)
