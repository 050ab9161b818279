import { limits } from '@vitrine/contract/limits'
import { sql } from 'kysely'
import { type Database, prepared } from '#kit/database'

/** The stored cards of a page as the inside of a JSON array, in the order of these publish numbers. */
export async function cardsOf(db: Database, ids: number[]): Promise<string> {
  return (await cardsInOrder(db, ids)).join(',')
}

/** The stored cards in the order of these publish numbers. */
export async function cardsInOrder(db: Database, ids: number[]): Promise<string[]> {
  if (!ids.length) return []
  const { rows } = await sql<{ pub_no: number; json: string }>`${prepared}
    select pub_no, json from card where pub_no = any(${ids}::int[]) order by pub_no desc`.execute(db)
  const byNumber = new Map(rows.map((row) => [row.pub_no, row.json]))
  return ids.flatMap((id) => byNumber.get(id) ?? [])
}

/** Tags of approved images, the most used first. */
export function tagsInUse(db: Database, first: number) {
  return db
    .selectFrom('keyword')
    .select(['id', 'name'])
    .where('uses', '>', 0)
    .orderBy('uses', 'desc')
    .orderBy('id')
    .limit(first)
    .execute()
}

/** An image that is not in the trash, with its contributor's public name, whatever its status. */
export function imageBySlug(db: Database, slug: string) {
  return db
    .selectFrom('images')
    .innerJoin('users', 'users.id', 'images.owner_id')
    .modifyFront(prepared)
    .selectAll('images')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const candidates = 400

/**
 * Images like this one: those that share the most keywords, then those of its category, the newest first. Of the images
 * that share a keyword only the newest few hundred are compared, so a tag that everything bears costs no more.
 */
export async function related(db: Database, image: { id: number; category_id: number | null }, keywordIds: number[]) {
  const { rows } = await sql<{ pub_no: number; shared: number }>`
    with alike as (
      (select pub_no, keyword_ids from published
        where keyword_ids && ${keywordIds}::int[] and image_id <> ${image.id}
        order by pub_no desc limit ${candidates})
      union
      (select pub_no, keyword_ids from published
        where category_id = ${image.category_id} and image_id <> ${image.id}
        order by pub_no desc limit ${limits.relatedImages})
    )
    select pub_no, cardinality(array(select unnest(keyword_ids) intersect select unnest(${keywordIds}::int[]))) as shared
    from alike order by shared desc, pub_no desc limit ${limits.relatedImages}`.execute(db)
  return rows.map((row) => row.pub_no)
}
