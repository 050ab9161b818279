import { limits } from '@vitrine/contract/vocabulary/limits'
import { hasVisiblePage, isNamed } from '#features/accounts/users/users.sql'
import type { SearchPage } from '#features/search/page'
import type { Database } from '#kit/database/pool'
import { executeNamed, oneRow } from '#kit/database/statements'

/** The contributor of this name, in any case, if visitors may see their page. */
export async function contributorWithPage(db: Database, username: string) {
  const query = db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name', 'image'])
    .where(isNamed('username', username))
    .where(hasVisiblePage)
  const [contributor] = await executeNamed(db, 'contributor_with_page', query)
  return contributor
}

/**
 * One page of a contributor's approved images, the newest first. Their number is kept by triggers; it also shows
 * whether the page is past the end, which would otherwise scan the index to find nothing.
 */
export async function imagesOfContributor(db: Database, ownerId: number, page: number): Promise<SearchPage> {
  const offset = (page - 1) * limits.imagesPerPage
  const found = await oneRow<{ count: number; pub_nos: number[] }>(db, 'images_of_contributor')`
    with counted as materialized (
      select coalesce(sum(count), 0)::int as count from image_count
      where owner_id = ${ownerId}::bigint and status = 'approved'
    )
    select count, case when count > ${offset}::int then array(
      select pub_no from images where owner_id = ${ownerId}::bigint and pub_no is not null
      order by pub_no desc limit ${limits.imagesPerPage} offset ${offset}::int
    ) else '{}' end as pub_nos
    from counted`
  return { count: found.count, pubNos: found.pub_nos }
}
