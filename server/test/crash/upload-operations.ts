import { sha256Of } from './library-check.ts'
import { addImage, fileForm, isDone, newPng, ownImage } from './library-requests.ts'
import { operation } from './operation.ts'

export const upload = operation({
  name: 'upload',
  scope: 'requests',
  prepare: async (_, attempt) => ({ png: newPng(), title: `Upload${attempt}` }),
  async run(site, { png, title }) {
    const form = fileForm('images', png, `${title}.png`, { title, keywords: 'crash, point' })
    return isDone(await site.send('POST', '/api/v1/images/upload/', { person: site.owner, form }))
  },
  async check(site, { png, title }, isAcknowledged) {
    const { count, image, sha256 } = await ownImage(site, site.owner, title)
    if (!image) return isAcknowledged ? [`${title} is lost.`] : []
    const problems = count > 1 ? [`${title} is there ${count} times.`] : []
    if (sha256 !== sha256Of(png)) problems.push(`${title} has other bytes.`)
    if (image.keywords.length !== 2) problems.push(`${title} has ${image.keywords.length} of two tags.`)
    return problems
  },
})

/** A new file for a public image waits beside it. */
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
