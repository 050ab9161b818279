import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, optionalText } from '../fields.ts'
import { imageFieldEdits } from '../image-fields.ts'
import { imageStatus } from '../schemas/image.ts'
import { limits } from '../vocabulary/limits.ts'
import { type RejectionReason, rejectionReasons } from '../vocabulary/rejection-reasons.ts'

/** Only an admin's `status` counts (requirements: #image-status). */
const imageEdit = z.object({ ...imageFieldEdits, status: z.optional(imageStatus) })
export type ImageEdit = z.output<typeof imageEdit>

/** With a rejection, for its contributor; ignored with anything else. */
const rejectionFields = {
  reason: z.optional(
    z.enum(
      rejectionReasons.map(({ value }) => value) as [RejectionReason, ...RejectionReason[]],
      'There is no such reason',
    ),
  ),
  note: z.optional(optionalText('The note', limits.note).check(z.trim())),
}

/** What the caller saw. When somebody changed an image since, nothing is changed; without them the last one wins. */
const version = z.optional(z.number())
const versions = z.optional(z.array(z.number()).check(z.maxLength(limits.bulkImages)))
export type RejectionFields = z.output<z.ZodMiniObject<typeof rejectionFields>>

export const imageIds = z
  .array(id, 'No images selected.')
  .check(
    z.minLength(1, 'No images selected.'),
    z.maxLength(limits.bulkImages, `At most ${limits.bulkImages} images at once.`),
  )

const changeReply = z.object({ message: z.string(), count: z.number() })
const bulkMessages = { done: 'Bulk update successful!', failed: 'Bulk update failed.' }
const deleteMessages = { done: 'Image delete successfully!', failed: 'Image delete Failed!' }

/** Editing, reviewing and deleting, for both roles. A bulk call changes all or none (requirements: #bulk-calls). */
export const backOffice = {
  update: endpoint('PUT', '/images/update/:id/', {
    access: 'signed-in',
    changes: 'gallery',
    summary: 'Changes one image. A contributor changes his own, and an approved one then waits for review again.',
    params: z.object({ id }),
    body: z.object({ ...imageEdit.shape, ...rejectionFields, version }),
    errors: ['not_your_images', 'image_not_found', 'changed_meanwhile'],
    reply: changeReply,
    messages: { done: 'Image update successfully!', failed: 'Failed to update image.' },
  }),
  bulkUpdate: endpoint('PUT', '/images/bulk-update/', {
    access: 'admin',
    changes: 'gallery',
    summary: 'Sets the status of many images.',
    body: z.object({ image_ids: imageIds, status: imageStatus, ...rejectionFields, versions }),
    errors: ['image_not_found', 'images_not_found', 'changed_meanwhile'],
    reply: changeReply,
    messages: bulkMessages,
  }),
  updateMultiple: endpoint('PATCH', '/images/update-multiple/', {
    access: 'signed-in',
    changes: 'gallery',
    summary: 'Changes many images alike.',
    body: z.object({ image_ids: imageIds, ...imageEdit.shape, ...rejectionFields, versions }),
    errors: ['not_your_images', 'image_not_found', 'images_not_found', 'changed_meanwhile'],
    reply: changeReply,
    messages: bulkMessages,
  }),
  deleteMany: endpoint('POST', '/images/deletes/', {
    access: 'signed-in',
    changes: 'gallery',
    summary: 'Moves many images to the trash, where they stay for 30 days.',
    body: z.object({ image_ids: imageIds }),
    errors: ['not_your_images', 'image_not_found', 'images_not_found'],
    reply: changeReply,
    messages: deleteMessages,
  }),
  deleteOne: endpoint('DELETE', '/images/delete/:id/', {
    access: 'signed-in',
    changes: 'gallery',
    summary: 'Moves one image to the trash, where it stays for 30 days.',
    params: z.object({ id }),
    errors: ['not_your_images', 'image_not_found'],
    reply: changeReply,
    messages: deleteMessages,
  }),
  history: endpoint('GET', '/images/history/:id/', {
    access: 'signed-in',
    summary: 'Tells what admins decided about one image, the latest first. Who it was, only admins are told.',
    params: z.object({ id }),
    errors: ['not_your_images', 'image_not_found'],
    reply: z.object({
      decisions: z.array(
        z.object({
          at: z.string(),
          status: imageStatus,
          reason: z.nullable(z.string()),
          note: z.string(),
          by: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  alike: endpoint('GET', '/images/alike/:id/', {
    access: 'admin',
    summary: 'Shows images that look like this one, whoever sent them: at most five, the most alike first.',
    params: z.object({ id }),
    reply: z.object({
      images: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          title: z.string(),
          status: imageStatus,
          username: z.string(),
          cloudflare_url: z.string(),
        }),
      ),
    }),
  }),
}
