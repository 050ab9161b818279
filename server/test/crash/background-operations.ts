import { sql } from 'kysely'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { FakeCloudflare } from '../fake-cloudflare.ts'
import type { CrashSite } from './crash-site.ts'
import { addImage, decision, isDone, rowOf } from './library-requests.ts'
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
    update removed_file set at = now() - interval '61 minutes'
    where stored_by is null and key like 'originals/%'`.execute(site.db)
  await addJob(site.db, 'remove_files', {})
  await site.until(async () => (await filesToRemove(site)) === 0)
}

async function filesToRemove({ db }: CrashSite): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from removed_file where stored_by is null and at < now() - interval '1 hour'`.execute(db)
  return rows[0]!.n
}

async function waitingJobs({ db }: CrashSite, task: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from graphile_worker.jobs where task_identifier = ${task}`.execute(db)
  return rows[0]!.n
}

/** What follows a decision each second: the posting lists of the search. */
export const indexing = operation({
  name: 'index work',
  scope: 'background',
  prepare: (site, attempt) => addImage(site, `Indexed${attempt}`),
  async run(site, { id }) {
    if (!isDone(await site.send('PUT', '/api/v1/images/bulk-update/', decision(site, id, 'approved')))) return false
    await site.until(async () => (await queueLength(site)) === 0)
    return true
  },
  async check(site, { id }, isAcknowledged) {
    const isPublic = (await rowOf(site, id))?.pub_no != null
    return isAcknowledged && !isPublic ? [`The approval of image ${id} is lost.`] : []
  },
})

async function queueLength({ db }: CrashSite): Promise<number> {
  const { n } = await db
    .selectFrom('index_queue')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** A copy is uploaded, confirmed and then shown to visitors. */
export const delivery = (service: FakeCloudflare) =>
  operation({
    name: 'delivery',
    scope: 'background',
    async prepare(site, attempt) {
      await site.send('POST', '/api/v1/configuration/cloudflare/config/', { person: site.admin, json: service.account })
      return addImage(site, `Delivered${attempt}`, 'approved')
    },
    async run(site, { id }) {
      await site.until(() => deliverNow(site, id))
      return site.isRunning
    },
    async check(site, { id }, isAcknowledged) {
      const row = await rowOf(site, id)
      const url = row?.delivery_url ?? null
      if (url && !service.shows(url)) return [`Image ${id} is sent to a copy that is not there.`]
      return isAcknowledged && !url ? [`Image ${id} has no copy.`] : []
    },
  })

/** What waits for its time does not wait; whether the copy is in use. */
async function deliverNow(site: CrashSite, id: number): Promise<boolean> {
  await sql`update cdn_copy set due_at = '-infinity'`.execute(site.db)
  await sql`update cdn_config set retry_after = '-infinity'`.execute(site.db)
  if (!(await waitingJobs(site, 'deliver'))) await addJob(site.db, 'deliver', {})
  return (await rowOf(site, id))?.delivery_url != null
}
