import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#kit/jobs/job-queue.sql'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, withoutJobs } from '#test/test-app'

// The queue worker would delete jobs of processes that have ended, and claim waiting ones.
const runImagingQueue = () => ({ stop: async () => {} })
const site = await openTestApp({ METRICS_PORT: '1' }, { ...withoutJobs, runImagingQueue })

test('what the database knows is read for a scrape, and at most once in ten seconds', async () => {
  const { db, metrics } = site
  const [user, admin] = [await createUser(site), await createUser(site, 'admin')]
  await createImage(site, user, { png: aPng({ seed: 1 }), title: 'Vase' }, admin)
  await createImage(site, user, { png: aPng({ seed: 2 }), title: 'Jug' })
  await addJob(db, 'deliver', {})
  await addJob(db, 'deliver', {}, { delayMinutes: 5 })
  for (const seconds of [30, 70])
    await sql`
      insert into imaging_job (id, requester, owner, cost, job, added_at)
      values (${seconds}, 'a process', '1', 1, '{}', now() - make_interval(secs => ${seconds}))`.execute(db)
  await sql`
    insert into imaging_process (id, workers, alive_until) values
      ('dead', 1, now()), ('alive', 1, now() + interval '1 h')
  `.execute(db)
  for (const worker of ['dead', 'alive'])
    await sql`
      insert into imaging_job (id, requester, owner, cost, job, worker, claimed_at)
      values (${worker}, 'a process', '1', 1, '{}', ${worker}, now())`.execute(db)
  await sql`
    update graphile_worker._private_jobs set run_at = now() - interval '90 seconds' where run_at <= now()`.execute(db)
  const first = (await metrics.scrape()).text
  expect(first).toContain('vitrine_images{status="approved"} 1\nvitrine_images{status="pending"} 1')
  expect(first).toContain('vitrine_jobs{task="deliver",state="ready"} 1')
  expect(first).toContain('vitrine_jobs{task="deliver",state="scheduled"} 1')
  expect(Number(/^vitrine_job_oldest_ready_seconds (.*)$/m.exec(first)![1])).toBeGreaterThanOrEqual(90)
  expect(Number(/^vitrine_database_size_bytes (.*)$/m.exec(first)![1])).toBeGreaterThan(1e6)
  expect(first).toContain('vitrine_cdn_failing 0')
  expect(first).toContain('vitrine_image_queue_jobs{state="waiting"} 3\nvitrine_image_queue_jobs{state="running"} 1')
  expect(Number(/^vitrine_image_queue_oldest_waiting_seconds (.*)$/m.exec(first)![1])).toBeGreaterThanOrEqual(70)

  await createImage(site, user, { png: aPng({ seed: 3 }), title: 'Bowl' })
  expect((await metrics.scrape()).text).toContain('vitrine_images{status="pending"} 1')
})
