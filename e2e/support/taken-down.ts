import { expect, type Page } from '@playwright/test'
import { copyrightNotice, counterNotice } from '../../server/test/notices.ts'
import { mailedLink } from './mailed-links.ts'
import { adminApi, contributorWithPictures } from './managed-images.ts'
import { ownPicture } from './pictures.ts'

/** A picture that was published and taken down for copyright, with the addresses to answer and of the report. */
export async function takenDownPicture(page: Page, title: string) {
  const picture = await ownPicture(64, 64)
  const maker = await contributorWithPictures(page, [title], async () => picture)
  const { call, approve } = await adminApi(page)
  await approve(maker.ids)
  const { images } = await maker.call('GET', '/images/user/approved/')
  const report = await page.request.post('/api/v1/reports/', { data: { slug: images[0].slug, ...copyrightNotice } })
  expect(report.status(), await report.text()).toBe(201)
  const { number, secret } = await report.json()
  const decision = { verb: 'take_down', seen_report_id: number }
  await call('POST', `/reports/queue/${maker.ids[0]}/`, decision)
  const path = await mailedLink('counter-notice', maker.email)
  const slug: string = images[0].slug
  return { ...maker, picture, title: `${maker.word} ${title}`, slug, path, reportPath: `/report/${secret}/` }
}

export async function sendCounterNotice(page: Page, { path }: { path: string }) {
  const secret = path.split('/')[2]
  const data = { secret, ...counterNotice }
  const answer = await page.request.post('/api/v1/counter-notices/', { data })
  expect(answer.status(), await answer.text()).toBe(201)
}
