import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line, pageNumber, segment } from './fields.ts'
import { card, category, image, keyword } from './images.ts'
import { limits } from './limits.ts'

const words = z.optional(line('Title', limits.title))
const tag = z.optional(line('Keyword', limits.keyword))

/** What a visitor may ask, without signing in. Spec section 7. */
export const gallery = {
  approved: endpoint('GET', '/images/approved/', {
    access: 'anyone',
    does: 'Lists approved images, newest first: by words of the title, by category, by keyword. `count` is exact.',
    query: z.object({ title: words, category: z.optional(category), keyword: tag, page: pageNumber }),
    reply: z.object({ count: z.number(), images: z.array(card) }),
    says: { failed: 'Failed to load images.' },
  }),
  keywords: endpoint('GET', '/images/keywords/', {
    access: 'anyone',
    does: 'Lists the tags of approved images, the most used first.',
    reply: z.object({ data: z.array(keyword) }),
  }),
  one: endpoint('GET', '/images/:slug/', {
    access: 'anyone',
    does: 'Shows one image and others like it.',
    params: z.object({ slug: segment }),
    query: z.object({ title: words, keyword: tag, page: pageNumber }),
    fails: ['image_not_found'],
    reply: z.object({ image, images: z.array(card) }),
    says: { failed: 'Error loading image data.' },
  }),
  download: endpoint('GET', '/images/download/:cloudflare_id/', {
    access: 'anyone',
    does: 'Sends exactly the bytes that were uploaded, with a readable file name. Knows HEAD, Range and If-None-Match.',
    params: z.object({ cloudflare_id: segment }),
    fails: ['image_not_found', 'range_not_satisfiable'],
    reply: 'file',
  }),
}
