import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, optionalText } from '../../fields.ts'
import { imageStatus } from '../../schemas/image.ts'
import * as limits from '../../vocabulary/limits.ts'
import { listSearch, managedImage } from './lists.ts'

/** Review mode (requirements: #review-leases). */
export const review = {
  lease: endpoint('POST', '/images/review/lease/', {
    access: 'admin',
    bulkhead: 'read',
    summary:
      `Leases the oldest images that wait to the caller, until they have ${limits.leasedImages}, and renews the ` +
      `leases of those that they have. A lease lasts ${limits.leaseSeconds} seconds; meanwhile no one else is given ` +
      'the image.',
    body: z.object({
      username: z._default(optionalText('The username', 40), ''),
      finding: listSearch.finding,
      /** Images that the caller has and has not decided, as they saw them. */
      waiting: z._default(z.array(z.object({ id, version: z.number() })).check(z.maxLength(limits.leasedImages)), []),
      /** Images that the caller does not want. */
      skipped: z._default(z.array(id).check(z.maxLength(limits.bulkImages)), []),
    }),
    reply: z.object({
      /** Those newly leased, and those of `waiting` that have changed. */
      images: z.array(managedImage),
      /** All that wait, leased or not. */
      count: z.number(),
      /** Those of `waiting` that wait no longer (null: deleted), or are leased to another by now. */
      gone: z.array(z.object({ id: z.number(), status: z.nullable(imageStatus), by: z.nullable(z.string()) })),
      /** How many images of this queue others have. */
      elsewhere: z.array(z.object({ username: z.string(), count: z.number() })),
    }),
    messages: { failed: 'Failed to load images.' },
  }),
}
