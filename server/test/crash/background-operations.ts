import { sql } from 'kysely'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { CrashSite } from './crash-site.ts'
import { addImage, isDone, rowOf } from './library-requests.ts'
import { operation } from './operation.ts'

/** Rows first, by a job, and an hour later the files, by another one. */
export const trashEmptying = operation({
  name: 'trash emptying',
  scope: 'all',
  async prepare(site, attempt) {
    const image = await addImage(site, `Trash${attempt}`)
    const json = { image_ids: [image.id] }
    await site.send('POST', '/api/v1/images/deletes/', { person: site.owner, json })
    return image
  },
  async run(site, { id }) {
    if (!isDone(await site.send('DELETE', '/api/v1/images/deleted-all/', { person: site.owner }))) return false
    await site.until(async () => !(await rowOf(site, id)))
    await anHourPasses(site)
    return true
  },
  async check(site, { id }, isAcknowledged) {
    if (!isAcknowledged || !(await rowOf(site, id))) return []
    return (await waitingJobs(site, 'empty_trash')) ? [] : [`Image ${id} stays in the trash for good.`]
  },
})

/** The originals that are to leave then leave, by the job that runs each minute; previews leave in the same way. */
async function anHourPasses(site: CrashSite): Promise<void> {
  if (!site.isRunning) return
  await sql`
    update unowned_file set at = now() - interval '61 minutes'
    where stored_by is null and key like 'originals/%'`.execute(site.db)
  await addJob(site.db, 'remove_files', {})
  await site.until(async () => (await filesToRemove(site)) === 0)
}

async function filesToRemove({ db }: CrashSite): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from unowned_file where stored_by is null and at < now() - interval '1 hour'`.execute(db)
  return rows[0]!.n
}

export async function waitingJobs({ db }: CrashSite, task: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from graphile_worker.jobs where task_identifier = ${task}`.execute(db)
  return rows[0]!.n
}
