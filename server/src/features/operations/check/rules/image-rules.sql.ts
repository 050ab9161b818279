import { sql } from 'kysely'
import { enqueueFileRemoval } from '#features/images/files/stored-files.sql'
import { lockImagesWithOwners } from '#features/images/images.sql'
import { sharedKeys } from '#features/images/storage-keys'
import { syncHiddenByBlock } from '#features/images/visibility/states.sql'
import { syncCdnOutbox } from '#features/publishing/cdn-outbox.sql'
import { galleryChanged, rebuildCards, syncReadModel } from '#features/publishing/read-model'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { jobsWithPayload } from '#kit/jobs/job-queue.sql'
import { imageName, type RowRule } from './row-rule.sql.ts'

/** What rows of images and of the tables beside them say of one another, where no foreign key does. */
export const imageRules: RowRule[] = [
  {
    broken: sql`
      select images.id as key,
        format(case when hidden_by_block then '%s is hidden from visitors, and should not be.'
          else '%s is seen by visitors, but the images of this person are hidden.' end, ${imageName}) as text
      from images join users on users.id = owner_id
      where hidden_by_block <> (status = 'approved' and hides_images) and not exists (
        select from ${jobsWithPayload}
        where identifier = 'sync_hidden_images' and (payload ->> 'ownerId')::bigint = owner_id
      )`,
    remedy: 'It is put right.',
    repair: (key, { backgroundDb }) => putHiddenRight(backgroundDb, Number(key)),
  },
  {
    broken: sql`
      select sha256 as key, format('The file %s belongs to no image, and is not going to be removed.', sha256) as text
      from file
      where not exists (select from images where images.sha256 = file.sha256)
        and not exists (select from images where images.edit_sha256 = file.sha256)
        and not exists (select from unowned_file where unowned_file.sha256 = file.sha256)`,
    remedy: 'It leaves the store with the next nightly job.',
    repair: (key, { backgroundDb }) =>
      enqueueFileRemoval(backgroundDb, new Map(sharedKeys(key).map((one) => [one, key]))),
  },
]

const putHiddenRight = (db: Database, id: number) =>
  db.transaction().execute(async (transaction) => {
    await lockImagesWithOwners(transaction, [id])
    await syncHiddenByBlock(transaction, [id])
    await syncReadModel(transaction, [id])
    await notify(transaction, galleryChanged)
  })

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
