import { sql } from 'kysely'
import { enqueueFileRemoval } from '#features/images/files/unowned-files.sql'
import { lockImagesWithOwners } from '#features/images/images.sql'
import { sharedKeys } from '#features/images/storage-keys'
import { syncHiddenByBlock } from '#features/images/visibility/states.sql'
import { galleryChanged, syncReadModel } from '#features/publishing/read-model'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
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

const isDead = sql`attempts >= max_attempts and locked_at is null`

/** What the site does not mend itself; it takes over the jobs of processes that have ended. */
export const jobRules: RowRule[] = [
  {
    broken: sql`
      select identifier as key, format('%s jobs (%s) have failed, the last time with: %s', count(*), identifier,
        coalesce(left(split_part(max(last_error), e'\n', 1), 200), 'no error')) as text
      from ${jobsWithPayload} where ${isDead} group by identifier`,
    remedy: 'They are tried again; those that run each minute anyway are deleted.',
    repair: (key, { backgroundDb }) =>
      sql`
        with dead as (select jobs.id, max_attempts from ${jobsWithPayload} where ${isDead} and identifier = ${key})
        select graphile_worker.complete_jobs(array(select id from dead where max_attempts = 1)),
          graphile_worker.reschedule_jobs(
            array(select id from dead where max_attempts > 1), run_at => now(), attempts => 0
          )`.execute(backgroundDb),
  },
]
