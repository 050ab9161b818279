import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageNumber } from '../fields.ts'
import { limits } from '../vocabulary/limits.ts'
import { imageIds } from './back-office.ts'
import { managedImage } from './back-office-lists.ts'

/** What was deleted: restored within 30 days, or gone for good (requirements: #trash). */
export const trash = {
  list: endpoint('GET', '/images/trash/', {
    access: 'admin',
    summary: `Lists what lies in the trash, ${limits.managedImagesPerPage} at a time, the latest deleted first.`,
    query: z.object({ page: pageNumber }),
    reply: z.object({
      count: z.number(),
      images: z.array(z.object({ ...managedImage.shape, deleted_at: z.string(), deleted_by: z.nullable(z.string()) })),
    }),
    messages: { failed: 'Failed to load images.' },
  }),
  restore: endpoint('POST', '/images/restore/', {
    access: 'signed-in',
    changes: 'gallery',
    summary: 'Takes images out of the trash, as they were. A contributor restores what he deleted himself.',
    body: z.object({ image_ids: imageIds }),
    errors: ['not_your_images', 'image_not_found', 'images_not_found', 'uploaded_again'],
    reply: z.object({ message: z.string(), count: z.number() }),
    messages: { done: 'Image restored.', failed: 'Something went wrong.' },
  }),
  empty: endpoint('DELETE', '/images/deleted-all/', {
    access: 'signed-in',
    summary: 'Empties one’s own trash for good; an admin’s call empties everybody’s.',
    reply: z.object({ message: z.string(), count: z.number() }),
    messages: { done: 'The trash is empty.', failed: 'Something went wrong.' },
  }),
}
