import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { category, description, keywords, status, title } from './images.ts'
import { limits } from './limits.ts'

/** What may be changed on an image; what is left out stays. `status` is the admin's alone (spec section 6). */
const imageEdit = z.object({
  title: z.optional(title),
  description: z.optional(description),
  keywords: z.optional(keywords),
  category: z.optional(z.nullable(category)),
  status: z.optional(status),
})
export type ImageEdit = z.output<typeof imageEdit>

const imageIds = z
  .array(id, 'No images selected.')
  .check(
    z.minLength(1, 'No images selected.'),
    z.maxLength(limits.bulkImages, `At most ${limits.bulkImages} images at once.`),
  )

const changed = z.object({ message: z.string(), count: z.number() })
const bulkWords = { done: 'Bulk update successful!', failed: 'Bulk update failed.' }
const deleteWords = { done: 'Image delete successfully!', failed: 'Image delete Failed!' }

/** Editing, reviewing and deleting, for both roles. Every bulk call changes all of its images or none. Spec section 7. */
export const library = {
  update: endpoint('PUT', '/images/update/:id/', {
    access: 'signed-in',
    does: 'Changes one image. A contributor changes his own, and an approved one then waits for review again.',
    params: z.object({ id }),
    body: imageEdit,
    fails: ['not_your_images', 'image_not_found'],
    reply: changed,
    says: { done: 'Image update successfully!', failed: 'Failed to update image.' },
  }),
  bulkUpdate: endpoint('PUT', '/images/bulk-update/', {
    access: 'admin',
    does: 'Sets the status of many images.',
    body: z.object({ image_ids: imageIds, status }),
    fails: ['image_not_found', 'images_not_found'],
    reply: changed,
    says: bulkWords,
  }),
  updateMultiple: endpoint('PATCH', '/images/update-multiple/', {
    access: 'signed-in',
    does: 'Changes many images alike.',
    body: z.object({ image_ids: imageIds, ...imageEdit.shape }),
    fails: ['not_your_images', 'image_not_found', 'images_not_found'],
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
}
