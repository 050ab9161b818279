import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, pageNumber } from '../../fields.ts'
import { limits } from '../../vocabulary/limits.ts'

/** An upload that was refused as a copy of a picture that was taken down; its bytes are not stored. */
export const refusedCopy = z.object({
  id: z.number(),
  at: z.string(),
  username: z.string(),
  file_name: z.string(),
  is_same_file: z.boolean(),
  /** Correlation of the edges with those of the blocked picture, up to 1; null for the same file. */
  similarity: z.nullable(z.number()),
  /** How the one is mirrored or turned to become the other, as in a resemblance; null for the same file. */
  orientation: z.nullable(z.number()),
  /** The picture that was taken down: `title` and `sentence` are null where nothing is known of it any more. */
  picture: z.object({
    title: z.nullable(z.string()),
    reason: z.string(),
    sentence: z.nullable(z.string()),
    at: z.string(),
    by: z.nullable(z.string()),
  }),
  /** Who allowed this person to upload it, and when. */
  allowed: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string() })),
})

/** Uploads that were refused as copies, for admins (requirements: #take-down). */
export const refusedCopies = {
  list: endpoint('GET', '/reports/refused-copies/', {
    access: 'admin',
    summary:
      `Lists uploads that were refused as copies of pictures that were taken down, ${limits.managedImagesPerPage} ` +
      'at a time, the latest first: who, when, and what they matched.',
    query: z.object({ page: pageNumber }),
    reply: z.object({ count: z.number(), copies: z.array(refusedCopy) }),
    messages: { failed: 'Failed to load the refused uploads.' },
  }),
  allow: endpoint('PUT', '/reports/refused-copies/:id/allowed/', {
    access: 'admin',
    summary: 'Lets the person who was refused upload these bytes in spite of what they look like.',
    params: z.object({ id }),
    errors: ['copy_not_found'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Allowed. It can be uploaded now.', failed: 'Something went wrong.' },
  }),
  refuse: endpoint('DELETE', '/reports/refused-copies/:id/allowed/', {
    access: 'admin',
    summary: 'Takes that back: these bytes are refused again. An image that was uploaded meanwhile stays.',
    params: z.object({ id }),
    errors: ['copy_not_found'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Taken back. It is refused again.', failed: 'Something went wrong.' },
  }),
}
