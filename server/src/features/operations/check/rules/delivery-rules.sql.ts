import { sql } from 'kysely'
import { enqueueCopies, syncCdnOutbox } from '#features/publishing/cdn-outbox.sql'
import { rebuildCards } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import { imageName, type RowRule } from './row-rule.sql.ts'

/** A configuration with which all images have been reconciled. */
const settledConfig = sql`(select from cdn_config where not is_removing and reconcile_after_id is null)`

/** Locks an image, whose id is the key, and puts its copies right. */
const withImage =
  (work: (transaction: Database, id: number) => Promise<unknown>) =>
  (key: string, { backgroundDb }: { backgroundDb: Database }) =>
    backgroundDb.transaction().execute(async (transaction) => {
      const id = Number(key)
      await sql`select id from images where id = ${id} for no key update`.execute(transaction)
      await work(transaction, id)
    })

/** Lets visitors have an image from this site, until its copy is confirmed again. */
async function returnToOrigin(transaction: Database, id: number) {
  await sql`update images set delivery_url = null where id = ${id}`.execute(transaction)
  await sql`
    update cdn_copy set state = 'sent', attempts = 0, due_at = now()
    where image_id = ${id} and state = 'delivered'`.execute(transaction)
  await rebuildCards(transaction, [id])
}

/** What the images and the outbox of their copies say of one another. */
export const deliveryRules: RowRule[] = [
  {
    broken: sql`
      select cdn_id as key, format('The copy %s is kept without an account at Cloudflare.', cdn_id) as text
      from cdn_copy where not exists (select from cdn_config)`,
    remedy: 'It is forgotten.',
    repair: (key, { backgroundDb }) =>
      sql`delete from cdn_copy where cdn_id = ${key} and not exists (select from cdn_config)`.execute(backgroundDb),
  },
  {
    broken: sql`
      select distinct image_id as key,
        format('A copy at Cloudflare is kept of %s, which is not public, or has another file.',
          coalesce((select ${imageName} from images where images.id = image_id), 'image ' || image_id)) as text
      from cdn_copy where state <> 'removing' and exists (select from cdn_config) and not exists (
        select from images where images.id = image_id and pub_no is not null and starts_with(cdn_id, cloudflare_id)
      )`,
    remedy: 'It is removed there.',
    repair: withImage((transaction, id) => syncCdnOutbox(transaction, [id])),
  },
  {
    broken: sql`
      select id as key, format('%s is public, and no copy of it is on its way to Cloudflare.', ${imageName}) as text
      from images where pub_no is not null and exists ${settledConfig}
        and not exists (select from cdn_copy where image_id = images.id and state <> 'removing')`,
    remedy: 'One is queued.',
    repair: withImage((transaction, id) => enqueueCopies(transaction, [id])),
  },
  {
    broken: sql`
      select id as key, format('Visitors are sent to Cloudflare for %s, and no copy is there.', ${imageName}) as text
      from images where delivery_url is not null and not exists (
        select from cdn_copy where image_id = images.id and state in ('sent', 'delivered')
          and strpos(delivery_url, '/' || cdn_id || '/') > 0
      )`,
    remedy: 'They get it from this site.',
    repair: withImage(returnToOrigin),
  },
  {
    broken: sql`
      select id as key, format('%s is delivered by Cloudflare, and visitors are not sent there.', ${imageName}) as text
      from images join cdn_copy on image_id = images.id where state = 'delivered' and delivery_url is null`,
    remedy: 'The copy is confirmed again.',
    repair: withImage(returnToOrigin),
  },
]
