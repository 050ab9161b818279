import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { mapImageFields } from '../image-fields.ts'
import { hashesPerRequest } from '../perceptual-hash.ts'
import { findings } from '../schemas/findings.ts'
import { imageStatus } from '../schemas/image.ts'
import { quotaErrors, uploadUse } from '../vocabulary/quota.ts'

const duplicate = z.object({
  /** Index in the request's `pictures`. */
  index: z.number(),
  /** Whether the bytes are the same; otherwise it only looks similar. */
  same: z.boolean(),
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  status: imageStatus,
  cloudflare_url: z.string(),
})
export type Duplicate = z.output<typeof duplicate>

/** Uploading images, and finding duplicates before that (requirements: #upload-call, #upload-batches). */
export const uploads = {
  upload: endpoint('POST', '/images/upload/', {
    access: 'confirmed',
    summary:
      'Takes up to 10 PNG files. The parts repeat in order: the i-th title, description, keywords (comma-separated ' +
      'or a JSON array) and category belong to the i-th file; what is left out is read from the file itself. A ' +
      'rejected file does not affect the others, and the same bytes sent again give the same image.',
    bulkhead: 'upload',
    form: z.object({ images: z.string(), ...mapImageFields(() => z.optional(z.string())) }),
    status: 201,
    errors: ['not_multipart', 'broken_multipart', 'no_images', 'none_accepted', 'too_large', 'busy', ...quotaErrors],
    reply: z.object({
      images: z.array(
        z.object({
          index: z.number(),
          image_id: z.number(),
          id: z.number(),
          slug: z.string(),
          title: z.string(),
          status: imageStatus,
          cloudflare_url: z.string(),
          cloudflare_id: z.string(),
          main_url: z.string(),
          findings,
        }),
      ),
      errors: z.array(z.object({ index: z.number(), filename: z.string(), code: z.string(), message: z.string() })),
    }),
  }),
  quota: endpoint('GET', '/images/upload/quota/', {
    access: 'signed-in',
    summary:
      'Tells what the caller uses of their quotas: images that wait for review, bytes of all originals, uploads of ' +
      'the last hour. A limit of null is none.',
    reply: uploadUse,
  }),
  alike: endpoint('POST', '/images/upload/alike/', {
    access: 'signed-in',
    summary:
      'Finds, before uploading, which pictures the caller has uploaded already: the same bytes (`sha256`) ' +
      `or a similar look (\`look\`, a perceptual hash: see ` +
      `contract/perceptual-hash.ts). At most ${hashesPerRequest} at once.`,
    body: z.object({
      pictures: z
        .array(
          z.object({
            sha256: z.string().check(z.regex(/^[\da-f]{64}$/, 'A SHA-256 has 64 digits, 0-9 and a-f')),
            look: z.nullable(z.string().check(z.regex(/^[\da-f]{16}$/, 'A look has 16 digits, 0-9 and a-f'))),
          }),
        )
        .check(z.maxLength(hashesPerRequest, `At most ${hashesPerRequest} pictures at once.`)),
    }),
    reply: z.object({ found: z.array(duplicate) }),
  }),
}
