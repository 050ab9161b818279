import { type Kysely, sql } from 'kysely'

/**
 * What visitors filter, sort and are suggested by. The rules that fill it are frozen copies, as they were on this day: a
 * library that comes from before gets what it would have got then, whatever the house believes by now.
 */
export async function up(db: Kysely<unknown>) {
  await freeTheWord(db, 'suggestions')
  await widenPublished(db)
  await splitTags(db)
}

/** A call of the API came between: an image that has its word as slug is no longer reached under it. */
async function freeTheWord(db: Kysely<unknown>, word: string) {
  const { rows } = await sql<{ pub_no: number | null; slug: string }>`
    update images set slug = slug || '-' || substr(cloudflare_id, 4, 5) where slug = ${word}
    returning pub_no, slug`.execute(db)
  for (const { pub_no, slug } of rows)
    await sql`
      update card set json = replace(json, ${`"slug":"${word}"`}, ${`"slug":"${slug}"`})
      where pub_no = ${pub_no}`.execute(db)
}

/** Every row changes, so the table is written anew: an update in place would leave it twice as long for good. */
async function widenPublished(db: Kysely<unknown>) {
  await sql`lock table published in exclusive mode`.execute(db)
  await sql`alter table published rename to published_before`.execute(db)
  await sql`
    create table published (
      pub_no      int not null,
      image_id    bigint not null,
      category_id smallint,
      keyword_ids int[] not null,
      words       tsvector not null,
      colours     int[] not null,
      orientation smallint not null,
      longer_side int not null,
      downloads   bigint not null
    )`.execute(db)
  for (let after: number | null = 0; after !== null; ) after = await copyBatch(db, after)
  await sql`alter table card drop constraint card_pub_no_fkey`.execute(db)
  await sql`drop table published_before`.execute(db)
  await sql`
    alter table published
      add primary key (pub_no),
      add unique (image_id),
      add foreign key (image_id) references images`.execute(db)
  await sql`alter table card add foreign key (pub_no) references published on delete cascade`.execute(db)
  await indexPublished(db)
  await sql`analyze published`.execute(db)
}

async function indexPublished(db: Kysely<unknown>) {
  await sql`create index published_category on published (category_id, pub_no desc)`.execute(db)
  await sql`create index published_orientation on published (orientation, pub_no desc)`.execute(db)
  await sql`create index published_side on published (longer_side)`.execute(db)
  await sql`create index published_downloads on published (downloads desc, pub_no desc)`.execute(db)
  // Without a pending list, a page never waits for somebody else's index clean-up.
  await sql`create index published_words on published using gin (words) with (fastupdate = off)`.execute(db)
  await sql`create index published_keywords on published using gin (keyword_ids) with (fastupdate = off)`.execute(db)
  await sql`create index published_colours on published using gin (colours) with (fastupdate = off)`.execute(db)
}

const batch = 5_000

/** Answers the last number of this batch; null when there was none. Square is 1.05 : 1 or less. */
async function copyBatch(db: Kysely<unknown>, after: number): Promise<number | null> {
  const { rows } = await sql<{ pub_no: number; colours: Swatch[] }>`
    select published_before.pub_no, colours from published_before join images on images.id = image_id
    where published_before.pub_no > ${after} order by published_before.pub_no limit ${batch}`.execute(db)
  const borne = rows.map(({ pub_no, colours }) => ({ pub_no, colours: searchColours(colours) }))
  await sql`
    insert into published
    select
      before.pub_no, image_id, before.category_id, keyword_ids, words, row.colours,
      case
        when 20 * greatest(width, height) <= 21 * least(width, height) then 3
        when width > height then 1
        else 2
      end,
      greatest(width, height), downloads
    from jsonb_to_recordset(${JSON.stringify(borne)}::jsonb) as row (pub_no int, colours int[])
    join published_before as before using (pub_no) join images on images.id = image_id
    order by before.pub_no`.execute(db)
  return rows.at(-1)?.pub_no ?? null
}

/** The words of a tag as search knows them; null until the tag is first published. */
async function splitTags(db: Kysely<unknown>) {
  await sql`alter table keyword add column words tsvector`.execute(db)
  for (let after: number | null = 0; after !== null; ) after = await splitBatch(db, after)
  await sql`create index keyword_words on keyword using gin (words) with (fastupdate = off)`.execute(db)
}

async function splitBatch(db: Kysely<unknown>, after: number): Promise<number | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from keyword where id > ${after} order by id limit ${batch}`.execute(db)
  const split = rows.map(({ id, name }) => ({ id, words: wordsOf(name) }))
  await sql`
    update keyword set words = array_to_tsvector(row.words)
    from jsonb_to_recordset(${JSON.stringify(split)}::jsonb) as row (id int, words text[])
    where keyword.id = row.id`.execute(db)
  return rows.at(-1)?.id ?? null
}

interface Swatch {
  hex: string
  share: number
}

/** Their ids count from 1. */
const names = [
  ...['red', 'orange', 'yellow', 'green', 'turquoise', 'blue'],
  ...['purple', 'pink', 'brown', 'black', 'grey', 'white'],
]

const bands: [end: number, colour: string][] = [
  [10, 'pink'],
  [38, 'red'],
  [80, 'orange'],
  [118, 'yellow'],
  [172, 'green'],
  [218, 'turquoise'],
  [288, 'blue'],
  [330, 'purple'],
  [361, 'pink'],
]

function searchColours(swatches: Swatch[]): number[] {
  const borne = swatches.filter(({ share }) => share >= 0.15).map(({ hex }) => names.indexOf(colourOf(hex)) + 1)
  return [...new Set(borne)].sort((one, two) => one - two)
}

/** By hue, chroma and lightness in OKLCH. */
function colourOf(hex: string): string {
  const [l, a, b] = oklab(hex)
  const chroma = Math.hypot(a, b)
  const hue = (Math.atan2(b, a) * 180) / Math.PI + (b < 0 ? 360 : 0)
  if (chroma < 0.035 || l < 0.2) return l < 0.35 ? 'black' : l > 0.9 ? 'white' : 'grey'
  if (hue > 25 && hue < 100 && (l < 0.55 ? chroma < 0.15 : chroma < 0.08 && l < 0.85)) return 'brown'
  if (hue < 10 && l < 0.5) return 'red'
  if (hue < 38 && hue >= 10 && l > 0.75) return 'pink'
  if (hue > 105 && hue < 118 && l < 0.65) return 'green'
  return bands.find(([end]) => hue < end)![1]
}

/** IEC 61966-2-1 to linear light, then Ottosson 2020. */
function oklab(hex: string): [number, number, number] {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldings[letter]!)
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => [...word].slice(0, 40).join('')))]
}
