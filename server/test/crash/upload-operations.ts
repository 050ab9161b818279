import { sha256Of } from '../png.ts'
import { fileForm, isDone, newPng, ownImage } from './library-requests.ts'
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
