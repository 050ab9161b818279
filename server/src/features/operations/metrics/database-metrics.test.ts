import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addJob } from '#kit/jobs/job-queue.sql'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople, withoutJobs } from '#test/test-app'

const { testApp: site, ada: user, admin } = await openAppWithPeople({ METRICS: 'localhost:1' }, withoutJobs)

test('what the database knows is read for a scrape, and at most once in ten seconds', async () => {
  const { db, metrics } = site
  await createImage(site, user, { png: aPng({ seed: 1 }), title: 'Vase' }, admin)
  await createImage(site, user, { png: aPng({ seed: 2 }), title: 'Jug' })
  await addJob(db, 'deliver', {})
  await addJob(db, 'deliver', {}, { delayMinutes: 5 })
  await sql`
    update graphile_worker._private_jobs set run_at = now() - interval '90 seconds' where run_at <= now()`.execute(db)
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const first = (await metrics.scrape()).text
  expect(first).toContain('vitrine_images{status="approved"} 1\nvitrine_images{status="pending"} 1')
  expect(first).toContain('vitrine_jobs{task="deliver",state="ready"} 1')
  expect(first).toContain('vitrine_jobs{task="deliver",state="scheduled"} 1')
  expect(Number(/^vitrine_job_oldest_ready_seconds (.*)$/m.exec(first)![1])).toBeGreaterThanOrEqual(90)
  expect(Number(/^vitrine_database_size_bytes (.*)$/m.exec(first)![1])).toBeGreaterThan(1e6)
  expect(first).toContain('vitrine_cdn_failing 0')

  await createImage(site, user, { png: aPng({ seed: 3 }), title: 'Bowl' })
  expect((await metrics.scrape()).text).toContain('vitrine_images{status="pending"} 1')
  now.mockReturnValue(performance.now() + 10_000)
  expect((await metrics.scrape()).text).toContain('vitrine_images{status="pending"} 2')
  now.mockRestore()
})
