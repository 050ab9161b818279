import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { sql } from 'kysely'
import type { Answer, CrashSite } from './crash-site.ts'
import { addImage, decision, fileForm, isDone, newPng, rowOf } from './library-requests.ts'
import { operation } from './operation.ts'

interface Prepared {
  id: number
  send: () => Promise<Answer>
}

const changeTo = (field: 'status' | 'title', after: string, prepare: (site: CrashSite) => Promise<Prepared>) =>
  operation({
    name: `change to ${after}`,
    scope: 'requests',
    async prepare(site) {
      const prepared = await prepare(site)
      return { ...prepared, before: (await rowOf(site, prepared.id))![field] }
    },
    run: async (site, { id, send }) => (await rowOf(site, id))![field] === after || isDone(await send()),
    async check(site, { id, before }, isAcknowledged) {
      const value = (await rowOf(site, id))![field]
      const isRight = value === after || (value === before && !isAcknowledged)
      return isRight ? [] : [`The ${field} of image ${id} is ${value}.`]
    },
  })

export const submission = changeTo('status', 'pending', async (site) => {
  const form = fileForm('images', newPng(), 'draft.png', { title: 'Draft' })
  const answer = await site.send('POST', '/api/v1/images/upload/?draft=true', { person: site.owner, form })
  const { id } = answer!.body.images[0]!
  const json = { image_ids: [id], rights: rightsStatement.version }
  return { id, send: () => site.send('POST', '/api/v1/images/submit/', { person: site.owner, json }) }
})

export const editOfWords = changeTo('title', 'After', async (site) => {
  const { id } = await addImage(site, 'Before', 'approved')
  const json = { title: 'After', keywords: ['other', 'words'] }
  return { id, send: () => site.send('PUT', `/api/v1/images/update/${id}/`, { person: site.admin, json }) }
})

export const undo = changeTo('status', 'pending', async (site) => {
  const { id } = await addImage(site, 'Decided')
  const answer = await site.send('PUT', '/api/v1/images/bulk-update/', decision(site, id, 'approved'))
  const { act } = answer!.body
  const send = async () => {
    // A start takes longer than a decision can be undone.
    await sql`update decision set at = now() where act = ${act}`.execute(site.db)
    return site.send('POST', `/api/v1/images/decisions/${act}/undo/`, { person: site.admin })
  }
  return { id, send }
})
