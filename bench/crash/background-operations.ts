import { sql } from 'kysely'
import { addJob } from '../../server/src/kit/jobs/job-queue.sql.ts'
import { waitingJobs } from '../../server/test/crash/background-operations.ts'
import type { CrashSite } from '../../server/test/crash/crash-site.ts'
import { addImage, decision, isDone, rowOf } from '../../server/test/crash/library-requests.ts'
import { operation } from '../../server/test/crash/operation.ts'
import type { FakeCloudflare } from '../../server/test/fake-cloudflare.ts'

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
