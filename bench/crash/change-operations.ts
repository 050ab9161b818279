import type { CrashSite } from '../../server/test/crash/crash-site.ts'
import { addImage, fileForm, isDone, newPng, ownImage, rowOf } from '../../server/test/crash/library-requests.ts'
import { operation } from '../../server/test/crash/operation.ts'
import { sha256Of } from '../../server/test/png.ts'

const bulkUpdate = '/api/v1/images/bulk-update/'

const decided = (name: string, before: 'pending' | 'approved', change: { status: string; reason?: string }) =>
  operation({
    name,
    scope: 'requests',
    prepare: (site, attempt) => addImage(site, `${name}${attempt}`, before),
    run: async (site, { id }) =>
      isDone(await site.send('PUT', bulkUpdate, { person: site.admin, json: { image_ids: [id], ...change } })),
    async check(site, { id }, isAcknowledged) {
      const row = await rowOf(site, id)
      const decisions = site.db.selectFrom('decision').select('status').where('image_id', '=', id)
      const isDecided = row?.status === change.status
      const hasDecision = (await decisions.execute()).some(({ status }) => status === change.status)
      if (isDecided !== hasDecision) return [`The ${name} of image ${id} is done by half.`]
      if (row?.status === 'rejected' && row.pub_no !== null) return [`Image ${id} is rejected and public.`]
      return isAcknowledged && !isDecided ? [`The ${name} of image ${id} is lost.`] : []
    },
  })

export const approval = decided('approval', 'pending', { status: 'approved' })
export const rejection = decided('rejection', 'approved', { status: 'rejected', reason: 'fringe' })

export const edit = operation({
  name: 'edit',
  scope: 'requests',
  prepare: async (site, attempt) => ({ ...(await addImage(site, `Edited${attempt}`)), title: `Renamed${attempt}` }),
  async run(site, { id, title }) {
    const json = { title, keywords: ['one', 'two'] }
    return isDone(await site.send('PUT', `/api/v1/images/update/${id}/`, { person: site.owner, json }))
  },
  check: async (site, { id, title }, isAcknowledged) => wholeEdit(site, id, title, isAcknowledged),
})

async function wholeEdit(site: CrashSite, id: number, title: string, isAcknowledged: boolean): Promise<string[]> {
  const hasTitle = (await rowOf(site, id))?.title === title
  if (hasTitle !== ((await keywordsOf(site, id)) === 'one,two')) return [`Image ${id} is edited by half.`]
  return isAcknowledged && !hasTitle ? [`The edit of image ${id} is lost.`] : []
}

export const deletion = operation({
  name: 'deletion',
  scope: 'requests',
  prepare: (site, attempt) => addImage(site, `Deleted${attempt}`, 'approved'),
  async run(site, { id }) {
    const answer = await site.send('POST', '/api/v1/images/deletes/', { person: site.owner, json: { image_ids: [id] } })
    return isDone(answer) || (answer?.body as { code?: string } | undefined)?.code === 'image_not_found'
  },
  async check(site, { id }, isAcknowledged) {
    const row = await rowOf(site, id)
    const isDeleted = row?.trashed_at != null
    if (isDeleted && row.pub_no !== null) return [`Image ${id} is deleted and public.`]
    return isAcknowledged && !isDeleted ? [`The deletion of image ${id} is lost.`] : []
  },
})

/** Each row of a table is applied in whole or not at all; the same table sent again applies the rest. */
export const csvImport = operation({
  name: 'CSV',
  scope: 'requests',
  async prepare(site, attempt) {
    const images = [await addImage(site, `Listed${attempt}a`), await addImage(site, `Listed${attempt}b`)]
    return images.map(({ id }, index) => ({ id, title: `Table${attempt}${'ab'[index]}` }))
  },
  async run(site, rows) {
    const lines = rows.map(({ id, title }) => `${id},${title},"one, two"`)
    const form = fileForm('file', Buffer.from(`ID,Title,Keywords\n${lines.join('\n')}\n`), 'table.csv')
    return isDone(await site.send('POST', '/api/v1/images/upload/csv/', { person: site.owner, form }))
  },
  async check(site, rows, isAcknowledged) {
    const problems: string[] = []
    for (const { id, title } of rows) problems.push(...(await wholeEdit(site, id, title, isAcknowledged)))
    return problems
  },
})

/** A new file of a public image waits for its approval. */
export const replacement = operation({
  name: 'file of a public image',
  scope: 'requests',
  async prepare(site, attempt) {
    const title = `Replaced${attempt}`
    return { ...(await addImage(site, title, 'approved')), title, newPng: newPng() }
  },
  async run(site, { id, newPng }) {
    const form = fileForm('image', newPng, 'new.png')
    return isDone(await site.send('PUT', `/api/v1/images/file/${id}/`, { person: site.owner, form }))
  },
  async check(site, { png, newPng, title }, isAcknowledged) {
    const { image, sha256 } = await ownImage(site, site.owner, title)
    const problems = sha256 === sha256Of(png) ? [] : [`${title} shows another file before it is approved.`]
    const waiting = image?.waiting_edit?.file
    if (!waiting) return isAcknowledged ? [...problems, `The new file of ${title} is lost.`] : problems
    const bytes = (await site.send('GET', waiting.main_url))?.bytes
    if (!bytes || sha256Of(bytes) !== sha256Of(newPng)) problems.push(`The new file of ${title} has other bytes.`)
    return problems
  },
})

async function keywordsOf({ db }: CrashSite, id: number): Promise<string> {
  const rows = await db
    .selectFrom('image_keyword')
    .innerJoin('keyword', 'keyword.id', 'keyword_id')
    .select('name')
    .where('image_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name).join(',')
}
