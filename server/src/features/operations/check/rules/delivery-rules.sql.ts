import { sql } from 'kysely'
import { syncCdnOutbox } from '#features/publishing/cdn-outbox.sql'
import { rebuildCards } from '#features/publishing/read-model'
import { imageName, type RowRule } from './row-rule.sql.ts'

/** What each image and the outbox of its copies say of one another. */
export const deliveryRules: RowRule[] = [
  {
    broken: sql`
      select key, format(problem, name) as text
      from (
        select coalesce(images.id, image_id) as key,
          case when images.id is null then 'image ' || image_id else ${imageName} end as name,
          case
            when cdn_id is not null and exists (select from cdn_config)
              and (pub_no is null or not starts_with(cdn_id, cloudflare_id))
              then 'A copy at Cloudflare is kept of %s, which is not public, or has another file.'
            when delivery_url is not null
              and (copy.state in ('sent', 'delivered') and strpos(delivery_url, '/' || cdn_id || '/') > 0) is not true
              then 'Visitors are sent to Cloudflare for %s, and no copy is there.'
            when delivery_url is null and copy.state = 'delivered'
              then '%s is delivered by Cloudflare, and visitors are not sent there.'
            when pub_no is not null and cdn_id is null
              and exists (select from cdn_config where not is_removing and push_after_id is null)
              then '%s is public, and no copy of it is on its way to Cloudflare.'
          end as problem
        from images full join (select * from cdn_copy where state <> 'removing') as copy on image_id = images.id
      ) as delivery
      where problem is not null`,
    remedy: 'Visitors get it from this site until a copy is confirmed; a wrong one is removed.',
    repair: (key, { backgroundDb }) =>
      backgroundDb.transaction().execute(async (transaction) => {
        const id = Number(key)
        await sql`select id from images where id = ${id} for no key update`.execute(transaction)
        await sql`update images set delivery_url = null where id = ${id}`.execute(transaction)
        await sql`
          update cdn_copy set state = 'sent', attempts = 0, due_at = now()
          where image_id = ${id} and state = 'delivered'`.execute(transaction)
        await syncCdnOutbox(transaction, [id])
        await rebuildCards(transaction, [id])
      }),
  },
]
