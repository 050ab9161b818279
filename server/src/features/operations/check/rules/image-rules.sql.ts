import { categories } from '@vitrine/contract/vocabulary/categories'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type RawBuilder, sql } from 'kysely'
import { enqueueDecisionMail } from '#features/back-office/decisions/decisions.sql'
import { enqueueFileRemoval } from '#features/files/stored-files.sql'
import { lockImages, setHidden } from '#features/images/images.sql'
import { sharedKeys } from '#features/images/storage-keys'
import { mayLeave, purgeBatch, trashExpiry } from '#features/images/trash.sql'
import { galleryChanged, syncReadModel } from '#features/publishing/read-model'
import { rewriteImageWords } from '#features/search/words/image-words'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { imageName, type RowRule } from './row-rule.sql.ts'

const knownCategories = sql`any(${categories.map(({ id }) => id)}::int[])`

/** Days that the nightly jobs may be late. */
const grace = sql`interval '2 days'`

/** Sets columns of an image, whose id is the key, and publishes it again. */
const setImage = (assignments: RawBuilder<unknown>) => (key: string, context: { backgroundDb: Database }) =>
  context.backgroundDb.transaction().execute(async (transaction) => {
    await lockImages(transaction, [Number(key)])
    await sql`update images set ${assignments} where id = ${key}::bigint`.execute(transaction)
    await rewriteImageWords(transaction, [Number(key)])
    await syncReadModel(transaction, [Number(key)])
  })

/** What rows of images and of the tables beside them say of one another, where no foreign key does. */
export const imageRules: RowRule[] = [
  {
    broken: sql`
      select id as key, format('%s has the category %s, which does not exist.', ${imageName}, category_id) as text
      from images where category_id <> all (${categories.map(({ id }) => id)}::int[])`,
    remedy: 'It gets none; an admin chooses another.',
    repair: setImage(sql`category_id = null`),
  },
  {
    broken: sql`
      select image_id as key, format('An empty edit waits beside %s.', ${imageName}) as text
      from waiting_edit join images on id = image_id where fields = '{}' and waiting_edit.sha256 is null`,
    remedy: 'It is deleted.',
    repair: (key, { backgroundDb }) =>
      sql`
        with deleted as (
          delete from waiting_edit where image_id = ${key}::bigint and fields = '{}' and sha256 is null
          returning image_id
        )
        update images set edit_waiting_since = null from deleted where id = image_id`.execute(backgroundDb),
  },
  {
    broken: sql`
      select id as key,
        format('%s is listed as having a waiting edit, and there is none.', ${imageName}) as text
      from images where edit_waiting_since is not null
        and not exists (select from waiting_edit where image_id = images.id)`,
    remedy: 'It leaves that list.',
    repair: (key, { backgroundDb }) =>
      sql`
        update images set edit_waiting_since = null
        where id = ${key}::bigint and not exists (select from waiting_edit where image_id = images.id)`.execute(
        backgroundDb,
      ),
  },
  {
    broken: sql`
      select id as key, format('The edit that waits beside %s is in no list.', ${imageName}) as text
      from images join waiting_edit on image_id = id where edit_waiting_since is null`,
    remedy: 'It is listed as waiting since now.',
    repair: (key, { backgroundDb }) =>
      sql`
        update images set edit_waiting_since = clock_timestamp() from waiting_edit
        where id = ${key}::bigint and image_id = id and edit_waiting_since is null`.execute(backgroundDb),
  },
  {
    broken: sql`
      select image_id as key, format('The file that waits beside %s counts for another person.', ${imageName}) as text
      from waiting_edit join images on id = image_id where waiting_edit.owner_id <> images.owner_id`,
    remedy: 'It counts for the owner of the image.',
    repair: (key, { backgroundDb }) =>
      sql`
        update waiting_edit set owner_id = images.owner_id from images
        where id = image_id and image_id = ${key}::bigint`.execute(backgroundDb),
  },
  {
    broken: sql`
      select decision.id as key,
        format('The decision %s about %s is told to another person.', decision.id, ${imageName}) as text
      from decision join images on images.id = image_id where decision.owner_id is distinct from images.owner_id`,
    remedy: 'It is told to the owner of the image.',
    repair: (key, { backgroundDb }) =>
      sql`
        update decision set owner_id = images.owner_id from images
        where images.id = image_id and decision.id = ${key}::bigint`.execute(backgroundDb),
  },
  {
    broken: sql`
      select id as key, format('%s has no publish number to come back with.', ${imageName}) as text
      from images where status = 'approved' and pub_no is null and previous_pub_no is null`,
    remedy: 'It gets the next one.',
    repair: setImage(sql`previous_pub_no = coalesce(previous_pub_no, nextval('pub_no')::int)`),
  },
  {
    broken: sql`
      select id as key, format('%s would come back with the publish number of another image.', ${imageName}) as text
      from images where previous_pub_no is not null and exists (
        select from images as other
        where other.id <> images.id and (
          other.pub_no = images.previous_pub_no
          or other.previous_pub_no = images.previous_pub_no and other.id < images.id
        )
      )`,
    remedy: 'It gets the next one.',
    repair: setImage(sql`previous_pub_no = nextval('pub_no')::int`),
  },
  {
    broken: sql`
      select id as key, format('%s is not blocked, but the images are to be hidden.', username) as text
      from users where hides_images and not is_block`,
    remedy: 'They are shown.',
    repair: (key, { backgroundDb }) =>
      sql`update users set hides_images = false where id = ${key}::bigint and not is_block`.execute(backgroundDb),
  },
  {
    broken: sql`
      select images.id as key,
        format(case when is_hidden then '%s is hidden from visitors, and should not be.'
          else '%s is seen by visitors, but the images of this person are hidden.' end, ${imageName}) as text
      from images join users on users.id = owner_id
      where is_hidden <> (status = 'approved' and (hides_images or is_withheld)) and not exists (
        select from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks
          on tasks.id = task_id
        where identifier = 'sync_hidden_images' and (payload ->> 'ownerId')::bigint = owner_id
      )`,
    remedy: 'It is put right.',
    repair: (key, { backgroundDb }) => putHiddenRight(backgroundDb, Number(key)),
  },
  {
    broken: sql`
      select id as key,
        format('%s has been in the trash since %s, longer than %s days.', ${imageName}, deleted_at::date,
          ${sql.lit(limits.trashDays)}::int) as text
      from images
      where deleted_at < now() - make_interval(days => ${sql.lit(limits.trashDays)}) - ${grace} and ${mayLeave}`,
    remedy: 'It is deleted for good, as the nightly job does while the site runs.',
    async repairAll(_, { backgroundDb }) {
      const scope = { owner: null, before: await trashExpiry(backgroundDb) }
      while ((await purgeBatch(backgroundDb, scope, 100)) > 0);
    },
  },
  {
    broken: sql`
      select sha256 as key, format('The file %s belongs to no image, and is not going to be removed.', sha256) as text
      from file
      where not exists (select from images where images.sha256 = file.sha256)
        and not exists (select from waiting_edit where waiting_edit.sha256 = file.sha256)
        and not exists (select from removed_file where removed_file.sha256 = file.sha256)`,
    remedy: 'It leaves the store with the next nightly job.',
    repair: (key, { backgroundDb }) =>
      enqueueFileRemoval(backgroundDb, new Map(sharedKeys(key).map((one) => [one, key]))),
  },
  {
    broken: sql`
      select cloudflare_id as key, format('The former address %s is also that of %s.', cloudflare_id, (
        select ${imageName} from images where images.cloudflare_id = former_cloudflare_id.cloudflare_id)) as text
      from former_cloudflare_id
      where cloudflare_id in (select cloudflare_id from images)`,
    remedy: 'The former one is forgotten.',
    repair: (key, { backgroundDb }) =>
      sql`delete from former_cloudflare_id where cloudflare_id = ${key}`.execute(backgroundDb),
  },
  {
    broken: sql`
      select image_id as key,
        format('A reviewer has had the image %s since yesterday, which is gone.', image_id) as text
      from review_lease where expires_at < now() - interval '1 day'
        and not exists (select from images where id = image_id)`,
    remedy: 'The lease is deleted.',
    repair: (key, { backgroundDb }) =>
      sql`delete from review_lease where image_id = ${key}::bigint and expires_at < now()`.execute(backgroundDb),
  },
  {
    broken: sql`
      select category_id as key, format('Highlights of the category %s, which does not exist, are kept.', category_id)
        as text
      from highlight_set where category_id <> 0 and not category_id = ${knownCategories}`,
    remedy: 'They are deleted.',
    repair: (key, { backgroundDb }) =>
      sql`delete from highlight_set where category_id = ${key}::smallint`.execute(backgroundDb),
  },
  {
    broken: sql`
      select owner_id as key, format('%s decisions have waited since %s to be mailed to %s, and no job does it.',
        count(*), min(at)::date, (select username from users where id = owner_id)) as text
      from (
        select decision.owner_id, decision.at from decision join images on images.id = image_id
        where notified_at is null and deleted_at is null and decision.at < now() - interval '1 day'
      ) as unmailed
      where not exists (
        select from graphile_worker._private_jobs where key = 'decisions ' || owner_id
      )
      group by owner_id`,
    remedy: 'The job is added.',
    repair: (key, { backgroundDb }) => enqueueDecisionMail(backgroundDb, Number(key)),
  },
]

const putHiddenRight = (db: Database, id: number) =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_due: boolean; is_approved: boolean }>`
      select status = 'approved' and (hides_images or is_withheld) as is_due, status = 'approved' as is_approved
      from images join users on users.id = owner_id where images.id = ${id} for update of images`.execute(transaction)
    const [image] = rows
    if (!image) return
    if (image.is_approved) await setHidden(transaction, [id], image.is_due)
    else await sql`update images set is_hidden = false where id = ${id}`.execute(transaction)
    await syncReadModel(transaction, [id])
    await notify(transaction, galleryChanged)
  })
