import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { pageNumber, time } from '../../fields.ts'
import * as limits from '../../vocabulary/limits.ts'
import { imageIds } from './images.ts'
import { managedImage } from './lists.ts'

/** Said to contributors and admins alike. */
export const reportedStay = 'Images that were reported stay in the trash until the reports are decided about.'

/** Soft-deleted images: they can be restored for 30 days and are then removed (requirements: #trash). */
export const trash = {
  list: endpoint('GET', '/images/trash/', {
    access: 'signed-in',
    summary:
      `Lists the caller’s images in the trash, ${limits.managedImagesPerPage} at a time, the latest deleted first; ` +
      'called by an admin, those of all contributors. Only admins see who else deleted one.',
    query: z.object({ page: pageNumber }),
    reply: z.object({
      count: z.number(),
      images: z.array(
        z.object({
          ...managedImage.shape,
          deleted_at: time,
          deleted_by: z.nullable(z.string()),
          /** Whether a report about it is open: then it stays, however long that takes. */
          is_reported: z.boolean(),
        }),
      ),
    }),
    messages: { failed: 'Failed to load images.' },
  }),
  restore: endpoint('POST', '/images/restore/', {
    access: 'signed-in',
    changes: 'gallery',
    summary:
      'Restores images from the trash unchanged. Contributors can restore only what they deleted themselves, and no ' +
      'more pending images than may wait.',
    body: z.object({ image_ids: imageIds }),
    errors: ['not_your_images', 'image_not_found', 'images_not_found', 'uploaded_again', 'pending_quota'],
    reply: z.object({ message: z.string(), count: z.number() }),
    messages: { done: 'Image restored.', failed: 'Something went wrong.' },
  }),
  empty: endpoint('DELETE', '/images/deleted-all/', {
    access: 'signed-in',
    summary:
      'Permanently removes the caller’s images in the trash; called by an admin, those of all contributors. Those ' +
      'with open reports are `staying`.',
    reply: z.object({ message: z.string(), count: z.number(), staying: z.number() }),
    messages: { done: 'The trash is empty.', someStay: reportedStay, failed: 'Something went wrong.' },
  }),
}
