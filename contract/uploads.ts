import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { status } from './images.ts'

const part = z.optional(z.string())

/** What contributors send in. Spec sections 2, 7 and 9. */
export const uploads = {
  upload: endpoint('POST', '/images/upload/', {
    access: 'signed-in',
    does:
      'Takes up to 10 PNG files. The parts repeat in order: the i-th title, description, keywords (comma-separated or a ' +
      'JSON array) and category belong to the i-th file; what is left out is read from the file itself. One bad file ' +
      'never costs the others, and the same bytes sent again give the same image.',
    form: z.object({ images: z.string(), title: part, description: part, keywords: part, category: part }),
    status: 201,
    fails: ['not_multipart', 'broken_multipart', 'no_images', 'none_accepted', 'too_large', 'busy'],
    reply: z.object({
      images: z.array(
        z.object({
          index: z.number(),
          image_id: z.number(),
          id: z.number(),
          slug: z.string(),
          title: z.string(),
          status,
          cloudflare_url: z.string(),
          cloudflare_id: z.string(),
          main_url: z.string(),
        }),
      ),
      errors: z.array(z.object({ index: z.number(), filename: z.string(), code: z.string(), message: z.string() })),
    }),
  }),
}
