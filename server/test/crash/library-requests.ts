import { aPng, sha256Of } from '../png.ts'
import type { CrashSite, Person } from './crash-site.ts'

/** A 2xx answer that was read in whole is a promise. */
export const isDone = (answer: { status: number } | null) =>
  answer !== null && answer.status >= 200 && answer.status < 300

export const fileForm = (name: string, bytes: Buffer, fileName: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), fileName)
  return form
}

let seed = 0
/** Other bytes each time, which the seed alone does not give among thousands. */
export const newPng = () => aPng({ seed: ++seed, text: { Comment: String(seed) } })

export async function addImage(site: CrashSite, title: string, status = 'pending', person = site.owner) {
  const png = newPng()
  const form = fileForm('images', png, `${title}.png`, { title, keywords: 'crash' })
  const answer = await site.send('POST', '/api/v1/images/upload/', { person, form })
  const { id, cloudflare_id } = answer!.body.images[0]!
  if (status !== 'pending') await site.send('PUT', '/api/v1/images/bulk-update/', decision(site, id, status))
  return { id, cloudflare_id, png }
}

export const decision = ({ admin }: CrashSite, id: number, status: string) => ({
  person: admin,
  json: { image_ids: [id], status },
})

/** An image as its owner sees it, with its original. */
export async function ownImage(site: CrashSite, person: Person, title: string) {
  const list = await site.send('GET', `/api/v1/images/user/total/?title=${title}`, { person })
  const images = (list?.body.images ?? []).filter((one) => one.title === title)
  const original = images[0] && (await site.send('GET', images[0].main_url))
  return { count: images.length as number, image: images[0], sha256: original ? sha256Of(original.bytes) : null }
}

export const rowOf = ({ db }: CrashSite, id: number) =>
  db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst()
