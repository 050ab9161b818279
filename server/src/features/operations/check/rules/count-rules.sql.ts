import { limits } from '@vitrine/contract/vocabulary/limits'
import { type RawBuilder, sql } from 'kysely'
import { tokenize } from '#features/images/tokenizer'
import { refreshPopularity } from '#features/publishing/popularity'
import { popularityOf, saveKeywordWords } from '#features/publishing/read-model.sql'
import { popularityDays } from '#features/search/inverted-index/terms'
import { stemMark } from '#features/search/words/text-vector'
import { stemOf } from '#features/search/words/word-forms'
import type { Database } from '#kit/database/pool'
import { imageName, type RowRule } from './row-rule.sql.ts'

/** The bytes of each person's images and of the files that wait beside them. */
const usedBytes = sql`
  select owner_id, sum(byte_size)::bigint as bytes
  from (
    select owner_id, sha256 from images
    union all select owner_id, sha256 from waiting_edit where sha256 is not null
  ) as held join file using (sha256)
  group by owner_id`

const imageCounts = sql`
  select owner_id, status, count(*) as count from images where deleted_at is null group by owner_id, status`

const keywordUses = sql`
  select id, count(*)::int as uses from published, unnest(keyword_ids) as id group by id`

/** Of whole words, in titles, keywords and categories. */
const wordUses = sql`
  select word, count(*)::int as uses
  from published, unnest(tsvector_to_array(ts_filter(words, '{a,b,c}'))) as word
  where not starts_with(word, ${sql.lit(stemMark)}) group by word`

const daysOfOwners = sql`
  select owner_id, day, sum(count) as count
  from image_download_day join images on images.id = image_id group by owner_id, day`

const today = sql`(now() at time zone 'utc')::date`
/** The popularity follows the downloads at night, so that the days at both ends may count or not. */
const firstDay = sql`${today} - ${sql.lit(popularityDays + 2)}::int`
const firstSureDay = sql`${today} - ${sql.lit(popularityDays - 2)}::int`
const lastSureDay = sql`${today} - 2`

/** Writes counts while no transaction can change them, so that what is under way adds to the right ones. */
const recount = (db: Database, table: string, write: RawBuilder<unknown>) =>
  db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction)
    await write.execute(transaction)
  })

const keyParts = (key: string) => key.split(' ') as [string, string]

/** What the read model is made of, beside texts and files. */
export const downloadRules: RowRule[] = [
  {
    broken: sql`
      select id as key,
        format('%s has fewer downloads (%s) than on its single days (%s).', ${imageName}, downloads, sum) as text
      from images
      join (select image_id, sum(count) from image_download_day group by image_id) as days on image_id = id
      where downloads < sum`,
    remedy: 'It has those of its days.',
    repair: (key, { backgroundDb }) =>
      sql`
        update images set downloads = greatest(
          downloads, (select coalesce(sum(count), 0) from image_download_day where image_id = images.id)
        )
        where id = ${key}::bigint`.execute(backgroundDb),
  },
  {
    broken: sql`
      select concat_ws(' ', owner_id, day) as key,
        format('%s had %s downloads on %s; counted are %s.', (select username from users where id = owner_id),
          days.count, day, coalesce(counted.count, 0)) as text
      from (${daysOfOwners}) as days left join download_day as counted using (owner_id, day)
      where coalesce(counted.count, 0) < days.count`,
    remedy: 'They are those of the single images.',
    repair(key, { backgroundDb }) {
      const [owner, day] = keyParts(key)
      return sql`
        insert into download_day (owner_id, day, count)
        select owner_id, day, count from (${daysOfOwners}) as days
        where owner_id = ${owner}::bigint and day = ${day}::date
        on conflict (owner_id, day) do update set count = greatest(download_day.count, excluded.count)`.execute(
        backgroundDb,
      )
    },
  },
  {
    broken: sql`
      select id as key, format('Downloads of %s on single days are kept for longer than %s days.', ${imageName},
        ${sql.lit(limits.imageDownloadDays)}::int) as text
      from images where id in (
        select image_id from image_download_day where day < ${today} - ${sql.lit(limits.imageDownloadDays + 2)}::int
      )`,
    remedy: 'They are deleted, as the nightly job does while the site runs.',
    repair: (key, { backgroundDb }) =>
      sql`
        delete from image_download_day where image_id = ${key}::bigint
          and day < ${today} - ${sql.lit(limits.imageDownloadDays)}::int`.execute(backgroundDb),
  },
  {
    broken: sql`
      select sha256 as key, format('The faults of the file %s are not those that are listed.', sha256) as text
      from file where open_findings is distinct from case when findings is not null then array(
        select finding ->> 'kind' from jsonb_array_elements(findings) with ordinality as found (finding, place)
        where not exists (
          select from overruled_finding
          where overruled_finding.sha256 = file.sha256 and kind = finding ->> 'kind'
        )
        order by place
      ) end`,
    remedy: 'They are listed again.',
    repair: (key, { backgroundDb }) =>
      sql`update file set findings = findings where sha256 = ${key}`.execute(backgroundDb),
  },
]

/** What is kept as a number or a list because summing it up takes too long. */
export const countRules: RowRule[] = [
  {
    broken: sql`
      select owner_id as key, format('%s uses %s bytes; counted are %s.',
        (select username from users where id = owner_id), coalesce(used.bytes, 0), coalesce(counted.bytes, 0)) as text
      from (${usedBytes}) as used full join storage_use as counted using (owner_id)
      where coalesce(used.bytes, 0) <> coalesce(counted.bytes, 0)`,
    remedy: 'They are counted again.',
    repairAll: (keys, { backgroundDb }) =>
      recount(
        backgroundDb,
        'storage_use',
        sql`
          insert into storage_use (owner_id, bytes)
          select owner_id, coalesce(used.bytes, 0)
          from unnest(${keys}::bigint[]) as owner_id left join (${usedBytes}) as used using (owner_id)
          on conflict (owner_id) do update set bytes = excluded.bytes`,
      ),
  },
  {
    broken: sql`
      select concat_ws(' ', owner_id, status) as key, format('%s has %s %s images; counted are %s.',
        (select username from users where id = owner_id), coalesce(real.count, 0), status, coalesce(counted.count, 0))
        as text
      from (${imageCounts}) as real full join image_count as counted using (owner_id, status)
      where coalesce(real.count, 0) <> coalesce(counted.count, 0)`,
    remedy: 'They are counted again.',
    repairAll(keys, { backgroundDb }) {
      const parts = keys.map(keyParts)
      const [owners, statuses] = [parts.map(([owner]) => owner), parts.map(([, status]) => status)]
      return recount(
        backgroundDb,
        'image_count',
        sql`
          insert into image_count (owner_id, status, count)
          select owner_id, status, coalesce(real.count, 0)
          from unnest(${owners}::bigint[], ${statuses}::text[]) as found (owner_id, status)
          left join (${imageCounts}) as real using (owner_id, status)
          on conflict (owner_id, status) do update set count = excluded.count`,
      )
    },
  },
  {
    broken: sql`
      select id as key, format('%s public images have the keyword "%s"; counted are %s.',
        coalesce(real.uses, 0), name, keyword.uses) as text
      from keyword left join (${keywordUses}) as real using (id) where keyword.uses <> coalesce(real.uses, 0)`,
    remedy: 'They are counted again.',
    repairAll: (keys, { backgroundDb }) =>
      recount(
        backgroundDb,
        'keyword',
        sql`
          update keyword set uses = coalesce(real.uses, 0)
          from unnest(${keys}::int[]) as found left join (${keywordUses}) as real on real.id = found
          where keyword.id = found`,
      ),
  },
  {
    broken: sql`
      select coalesce(real.word, word.word) as key, format('%s public images have the word "%s"; counted are %s.',
        coalesce(real.uses, 0), coalesce(real.word, word.word), coalesce(word.uses, 0)) as text
      from (${wordUses}) as real full join word using (word) where coalesce(real.uses, 0) <> coalesce(word.uses, 0)`,
    remedy: 'They are counted again.',
    repairAll: (keys, { backgroundDb }) =>
      recount(
        backgroundDb,
        'word',
        sql`
          insert into word (word, stem, uses)
          select word, stem, coalesce(real.uses, 0)
          from unnest(${keys}::text[], ${keys.map(stemOf)}::text[]) as found (word, stem)
          left join (${wordUses}) as real using (word)
          on conflict (word) do update set uses = excluded.uses`,
      ),
  },
  {
    broken: sql`
      select term as key, format('Processes do not learn that the posting list %s has changed.', term) as text
      from (select term, max(version) as version from posting group by term) as stored
      left join posting_list as list using (term)
      where list.version is null or list.version < stored.version`,
    remedy: 'It gets a new version.',
    repair: (key, { backgroundDb }) =>
      sql`
        insert into posting_list (term, version)
        select term, max(version) from posting where term = ${key} group by term
        on conflict (term) do update set version = greatest(posting_list.version, excluded.version)`.execute(
        backgroundDb,
      ),
  },
  {
    broken: sql`
      select id as key, format('No words are stored by which the keyword "%s" is suggested.', name) as text
      from keyword where uses > 0 and words is null`,
    remedy: 'They are stored.',
    async repair(key, { backgroundDb }) {
      const { rows } = await sql<{ name: string }>`select name from keyword where id = ${key}::int`.execute(
        backgroundDb,
      )
      await saveKeywordWords(
        backgroundDb,
        rows.map(({ name }) => ({ id: Number(key), words: tokenize(name) })),
      )
    },
  },
  {
    broken: sql`
      select published.pub_no as key, format('The popularity of %s is not that of its downloads.', ${imageName}) as text
      from published join images on images.id = image_id left join (
        select image_id, sum(count) as high,
          sum(count) filter (where day between ${firstSureDay} and ${lastSureDay}) as low
        from image_download_day where day >= ${firstDay} group by image_id
      ) as days using (image_id)
      where popularity not between ${popularityOf(sql`coalesce(low, 0)`)} and ${popularityOf(sql`coalesce(high, 0)`)}`,
    remedy: 'It is set again.',
    repairAll: (_, { backgroundDb }) => refreshPopularity(backgroundDb),
  },
]
