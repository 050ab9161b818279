import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, optionalText } from '../../fields.ts'
import { imageFieldEdits } from '../../image-fields.ts'
import { faultKind, overruled } from '../../schemas/findings.ts'
import { decision, imageLink, imageStatus, ownStatus, resemblance } from '../../schemas/image.ts'
import * as limits from '../../vocabulary/limits.ts'
import { rejectionReasonValues } from '../../vocabulary/rejection-reasons.ts'

/** Only an admin's `status` counts (requirements: #image-status). */
const imageEdit = z.object({ ...imageFieldEdits, status: z.optional(imageStatus) })
export type ImageEdit = z.output<typeof imageEdit>

/** Added after the keywords that each image has, and removed from them; `keywords` replaces them all. */
const keywordChange = { add_keywords: imageFieldEdits.keywords, remove_keywords: imageFieldEdits.keywords }
export type KeywordChange = z.output<z.ZodMiniObject<typeof keywordChange>>

/** The explanation of a rejection, for its contributor; ignored with any other status. */
export const rejectionFields = {
  reason: z.optional(z.enum(rejectionReasonValues, 'There is no such reason')),
  note: z.optional(optionalText('The note', limits.note).check(z.trim())),
}

/** An admin's `status` decides about a waiting edit, and the image stays public; `image`: about the image itself. */
const decides = z._default(z.enum(['edit', 'image'], 'A status is about the edit or the image'), 'edit')
export type StatusSubject = z.output<typeof decides>

/** What a contributor says against the rejection of their image, which waits again with it. */
const disagreement = z.optional(
  optionalText('The answer', limits.note).check(z.trim(), z.minLength(1, 'Say why you disagree.')),
)

/** Versions that the caller loaded; a mismatch refuses the whole call. Without them the last write wins. */
const version = z.optional(z.number())
const versions = z.optional(z.array(z.number()).check(z.maxLength(limits.bulkImages)))
export type RejectionFields = z.output<z.ZodMiniObject<typeof rejectionFields>>

export const imageIds = z
  .array(id, 'No images selected.')
  .check(
    z.minLength(1, 'No images selected.'),
    z.maxLength(limits.bulkImages, `At most ${limits.bulkImages} images at once.`),
  )

/** Leaves out pictures with a fault that no one has overruled by then (requirements: #faults-stay). */
const without_faults = z.optional(z.boolean('Say true or false'))

export const changeReply = z.object({
  message: z.string(),
  count: z.number(),
  /** How many of the images stay public as they are while this edit waits for review; left out where none does. */
  waiting: z.optional(z.number()),
  /** Of a decision alone that can be undone: what `undo` calls it. */
  act: z.optional(z.number()),
  /** Images with a fault that `without_faults` left out; without this where there are none. */
  faulty: z.optional(z.array(z.number())),
})
/** With the versions that the images have then, in the order of `image_ids`. */
const editsReply = z.object({ ...changeReply.shape, versions: z.array(z.number()) })
const bulkMessages = { done: 'Bulk update successful!', failed: 'Bulk update failed.' }
const deleteMessages = { done: 'Image delete successfully!', failed: 'Image delete Failed!' }

/** Editing, reviewing and deleting, for both roles. A bulk call changes all or none (requirements: #bulk-calls). */
export const backOffice = {
  update: endpoint('PUT', '/images/update/:id/', {
    access: 'signed-in',
    allowsApiKey: true,
    changes: 'gallery',
    summary:
      'Changes one image. Contributors change only their own images, and their edits wait for review: an approved ' +
      'image stays public as it is until then. What changes nothing is not stored. The licence of a picture that was ' +
      'ever public can only become CC0, except by an admin, who corrects it.',
    params: z.object({ id }),
    body: z.object({ ...imageEdit.shape, ...rejectionFields, decides, version, disagreement }),
    errors: [
      ...(['not_your_images', 'image_not_found', 'changed_meanwhile', 'reason_elsewhere'] as const),
      ...(['licence_not_offered', 'licence_given', 'ai_not_said', 'not_submitted', 'no_disagreement'] as const),
    ],
    /** With the version after the change, so that the caller can change the image again. */
    reply: z.object({ ...changeReply.shape, version: z.number() }),
    messages: { done: 'Image update successfully!', failed: 'Failed to update image.' },
  }),
  bulkUpdate: endpoint('PUT', '/images/bulk-update/', {
    access: 'admin',
    changes: 'gallery',
    summary: 'Sets the status of many images.',
    body: z.object({ image_ids: imageIds, status: imageStatus, ...rejectionFields, decides, versions, without_faults }),
    errors: ['image_not_found', 'images_not_found', 'changed_meanwhile', 'not_submitted', 'reason_elsewhere'],
    reply: editsReply,
    messages: bulkMessages,
  }),
  updateMultiple: endpoint('PATCH', '/images/update-multiple/', {
    access: 'signed-in',
    allowsApiKey: true,
    changes: 'gallery',
    summary:
      'Makes the same change to many images. `keywords` replaces those of each; `add_keywords` and `remove_keywords` ' +
      'leave the others as they are.',
    body: z.object({
      image_ids: imageIds,
      ...imageEdit.shape,
      ...keywordChange,
      ...rejectionFields,
      decides,
      versions,
      without_faults,
    }),
    errors: [
      ...(['not_your_images', 'image_not_found', 'images_not_found', 'changed_meanwhile'] as const),
      ...(['licence_not_offered', 'licence_given', 'ai_not_said', 'not_submitted', 'reason_elsewhere'] as const),
    ],
    reply: editsReply,
    messages: bulkMessages,
  }),
  undo: endpoint('POST', '/images/decisions/:id/undo/', {
    access: 'admin',
    changes: 'gallery',
    summary:
      `Undoes a decision of the caller within ${limits.undoSeconds} seconds, as if it had never been made: for all ` +
      'images that it was about, or for none where another change of one of them followed.',
    params: z.object({ id }),
    errors: ['not_undoable', 'changed_meanwhile'],
    /** With the versions after it, so that the caller can decide again. */
    reply: z.object({ message: z.string(), images: z.array(z.object({ id: z.number(), version: z.number() })) }),
    messages: { done: 'Decision undone.', failed: 'The decision was not undone.' },
  }),
  discardEdit: endpoint('DELETE', '/images/edits/:id/', {
    access: 'signed-in',
    allowsApiKey: true,
    summary: 'Takes back an edit that waits for review; the image stays as visitors see it.',
    params: z.object({ id }),
    errors: ['not_your_images', 'image_not_found'],
    reply: changeReply,
    messages: { done: 'Edit discarded.', failed: 'Something went wrong.' },
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
    summary: 'Lists the decisions about one image, the latest first. Only admins see who made them.',
    params: z.object({ id }),
    errors: ['not_your_images', 'image_not_found'],
    reply: z.object({
      decisions: z.array(decision),
      /** The other person who reviews the image at present; null for contributors. */
      reviewer: z.nullable(z.string()),
    }),
  }),
  alike: endpoint('GET', '/images/alike/:id/', {
    access: 'admin',
    summary:
      'Lists images of any contributor that are the same file, picture or drawing as this one, the most alike first; ' +
      'at most five.',
    params: z.object({ id }),
    reply: z.object({
      images: z.array(
        z.object({
          ...imageLink.shape,
          ...resemblance.shape,
          status: ownStatus,
          username: z.string(),
          width: z.number(),
          height: z.number(),
        }),
      ),
    }),
  }),
}

const findingParams = z.object({ id, kind: faultKind })
const overrulingReply = z.object({ message: z.string(), is_verified: z.boolean(), overruled })

/** Admins say that a fault is none; remembered for the file (requirements: #overruled-findings). */
export const overruling = {
  overrule: endpoint('PUT', '/images/:id/findings/:kind/', {
    access: 'admin',
    changes: 'gallery',
    summary: 'Overrules a fault that was found in an image, with the reason; it then stands against nothing.',
    params: findingParams,
    body: z.object({
      reason: optionalText('The reason', limits.note).check(z.trim(), z.minLength(1, 'Say why it is no fault.')),
      version,
    }),
    errors: ['image_not_found', 'finding_not_found', 'changed_meanwhile'],
    reply: overrulingReply,
    messages: { done: 'Finding overruled.', failed: 'Something went wrong.' },
  }),
  reinstate: endpoint('DELETE', '/images/:id/findings/:kind/', {
    access: 'admin',
    changes: 'gallery',
    summary: 'Reinstates an overruled fault.',
    params: findingParams,
    errors: ['image_not_found', 'changed_meanwhile'],
    reply: overrulingReply,
    messages: { done: 'The finding counts again.', failed: 'Something went wrong.' },
  }),
}
