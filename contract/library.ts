import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, line } from './fields.ts'
import { category, description, keywords, status, title } from './images.ts'
import { limits } from './limits.ts'
import { type Reason, reasons } from './reasons.ts'

/** Editable fields of an image; what is left out stays. `status` is for admins (requirements: #image-status). */
const imageEdit = z.object({
  title: z.optional(title),
  description: z.optional(description),
  keywords: z.optional(keywords),
  category: z.optional(z.nullable(category)),
  status: z.optional(status),
})
export type ImageEdit = z.output<typeof imageEdit>

/** With a rejection, for its contributor; ignored with anything else. */
const because = {
  reason: z.optional(z.enum(reasons.map(({ value }) => value) as [Reason, ...Reason[]], 'There is no such reason')),
  note: z.optional(line('The note', limits.note).check(z.trim())),
}

/** What the caller saw. When somebody changed an image since, nothing is changed; without them the last one wins. */
const version = z.optional(z.number())
const versions = z.optional(z.array(z.number()).check(z.maxLength(limits.bulkImages)))
export type Because = z.output<z.ZodMiniObject<typeof because>>

export const imageIds = z
  .array(id, 'No images selected.')
  .check(
    z.minLength(1, 'No images selected.'),
    z.maxLength(limits.bulkImages, `At most ${limits.bulkImages} images at once.`),
  )

const changed = z.object({ message: z.string(), count: z.number() })
const bulkWords = { done: 'Bulk update successful!', failed: 'Bulk update failed.' }
const deleteWords = { done: 'Image delete successfully!', failed: 'Image delete Failed!' }

/** Editing, reviewing and deleting, for both roles. A bulk call changes all or none (requirements: #bulk-calls). */
export const library = {
  update: endpoint('PUT', '/images/update/:id/', {
    access: 'signed-in',
    does: 'Changes one image. A contributor changes his own, and an approved one then waits for review again.',
    params: z.object({ id }),
    body: z.object({ ...imageEdit.shape, ...because, version }),
    fails: ['not_your_images', 'image_not_found', 'changed_meanwhile'],
    reply: changed,
    says: { done: 'Image update successfully!', failed: 'Failed to update image.' },
  }),
  bulkUpdate: endpoint('PUT', '/images/bulk-update/', {
    access: 'admin',
    does: 'Sets the status of many images.',
    body: z.object({ image_ids: imageIds, status, ...because, versions }),
    fails: ['image_not_found', 'images_not_found', 'changed_meanwhile'],
    reply: changed,
    says: bulkWords,
  }),
  updateMultiple: endpoint('PATCH', '/images/update-multiple/', {
    access: 'signed-in',
    does: 'Changes many images alike.',
    body: z.object({ image_ids: imageIds, ...imageEdit.shape, ...because, versions }),
    fails: ['not_your_images', 'image_not_found', 'images_not_found', 'changed_meanwhile'],
    reply: changed,
    says: bulkWords,
  }),
  deleteMany: endpoint('POST', '/images/deletes/', {
    access: 'signed-in',
    does: 'Moves many images to the trash, where they stay for 30 days.',
    body: z.object({ image_ids: imageIds }),
    fails: ['not_your_images', 'image_not_found', 'images_not_found'],
    reply: changed,
    says: deleteWords,
  }),
  deleteOne: endpoint('DELETE', '/images/delete/:id/', {
    access: 'signed-in',
    does: 'Moves one image to the trash, where it stays for 30 days.',
    params: z.object({ id }),
    fails: ['not_your_images', 'image_not_found'],
    reply: changed,
    says: deleteWords,
  }),
  history: endpoint('GET', '/images/history/:id/', {
    access: 'signed-in',
    does: 'Tells what admins decided about one image, the latest first. Who it was, only admins are told.',
    params: z.object({ id }),
    fails: ['not_your_images', 'image_not_found'],
    reply: z.object({
      decisions: z.array(
        z.object({
          at: z.string(),
          status,
          reason: z.nullable(z.string()),
          note: z.string(),
          by: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  alike: endpoint('GET', '/images/alike/:id/', {
    access: 'admin',
    does: 'Shows images that look like this one, whoever sent them: at most five, the most alike first.',
    params: z.object({ id }),
    reply: z.object({
      images: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          title: z.string(),
          status,
          username: z.string(),
          cloudflare_url: z.string(),
        }),
      ),
    }),
  }),
}
