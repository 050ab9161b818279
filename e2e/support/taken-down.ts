import { expect, type Page } from '@playwright/test'
import { copyrightNotice, counterNotice } from '../../server/test/notices.ts'
import { inDatabase } from './database.ts'
import { mailedLink } from './mailed-links.ts'
import { adminApi, contributorWithPictures } from './managed-images.ts'
import { ownPicture } from './pictures.ts'

/** A picture that was published and taken down for copyright, with the addresses of its objection and of the report. */
export async function takenDownPicture(page: Page, title: string) {
  const picture = await ownPicture(64, 64)
  const maker = await contributorWithPictures(page, [title], async () => picture)
  const { call, approve } = await adminApi(page)
  await approve(maker.ids)
  const { images } = await maker.call('GET', '/images/user/approved/')
  const report = await page.request.post('/api/v1/reports/', { data: { slug: images[0].slug, ...copyrightNotice } })
  expect(report.status(), await report.text()).toBe(201)
  const { number, secret } = await report.json()
  const decision = { outcome: 'taken_down', seen_report_id: number, seen_notices: 1 }
  const { decision: id } = await call('POST', `/reports/queue/${maker.ids[0]}/`, decision)
  await mailNow(id)
  const path = await mailedLink('objection', maker.email)
  const slug: string = images[0].slug
  return {
    ...maker,
    picture,
    decision: id as number,
    title: `${maker.word} ${title}`,
    slug,
    path,
    reportPath: `/report/${secret}/`,
  }
}

/** Sends the counter-notice of a contributor, from the page of their objection. */
export async function sendCounterNotice(page: Page, { path }: { path: string }) {
  const secret = path.split('/')[2]
  const data = { secret, ...counterNotice }
  const answer = await page.request.post('/api/v1/objections/', { data })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Lets the mail of a decision leave, which else waits until the decision cannot be taken back any more. */
const mailNow = (decision: number) =>
  inDatabase(
    `with due as (update graphile_worker._private_jobs set run_at = now() where key = $1 returning 1)
    select pg_notify('jobs:insert', '{"count": 1}') from due`, // else the workers look two seconds later
    `report outcome ${decision}`,
  )

/** Until a decision cannot be taken back any more. */
export const passUndoTime = (decision: number) =>
  inDatabase(
    `with decided as (
      update report_decision set at = at - interval '6 minutes' where id = $1 returning image_id
    )
    update images
    set taken_down_at = taken_down_at - interval '6 minutes', deleted_at = deleted_at - interval '6 minutes'
    from decided where images.id = image_id`,
    decision,
  )
