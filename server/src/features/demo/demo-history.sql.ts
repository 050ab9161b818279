import { sql } from 'kysely'
import { allValues, type Database } from '#kit/database/statements'

export interface DemoAccounts {
  owner: number
  admin: number
}

/** As if the admin had made them: the first images a month ago, the last ones today, rejections this week. */
export async function spreadDecisions(db: Database, { owner, admin }: DemoAccounts): Promise<void> {
  await sql`
    with numbered as (
      select id, status, row_number() over (partition by status order by id) as n,
        count(*) over (partition by status) as total
      from decision where owner_id = ${owner} and decided_by is null
    )
    update decision set decided_by = ${admin}, at = now() - case when numbered.status = 'rejected'
      then make_interval(hours => (5 + 27 * (total - n))::int)
      else make_interval(mins => (40 + 42000 * power((total - n)::float / total, 1.4))::int) end
    from numbered where decision.id = numbered.id`.execute(db)
  await sql`
    with numbered as (
      select id, row_number() over (order by id) as n
      from images where owner_id = ${owner} and state = 'pending'
    )
    update images set created_at = now() - make_interval(hours => (9 * n)::int)
    from numbered where images.id = numbered.id`.execute(db)
}

/** The demonstration's approved images in the order of their ids; none once their downloads were added. */
export const imagesWithoutDownloads = (db: Database, owner: number) => allValues<number>(db)`
  select id from images where owner_id = ${owner} and state = 'public'
    and not exists (select from download_day where owner_id = ${owner})
  order by id`
