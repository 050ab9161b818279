import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id } from '../../fields.ts'
import { mapImageFields } from '../../image-fields.ts'
import { findings } from '../../schemas/findings.ts'
import { imageLink, ownStatus, resemblance } from '../../schemas/image.ts'
import * as limits from '../../vocabulary/limits.ts'
import { rightsStatement } from '../../vocabulary/provenance/rights-statement.ts'
import { quotaErrors, uploadUse } from '../../vocabulary/quota.ts'
import { changeReply, imageIds } from './images.ts'

/** Bytes of the planes of a perceptual row: coarse edges, opacity and colours, and fine lightness. */
export const planesLength = 5 * 16 ** 2 + 32 ** 2
const planesPattern = new RegExp(`^[0-9a-f]{${2 * planesLength}}$`)

const lookAlike = z.object({
  ...resemblance.shape,
  /** Null where it is an unpublished image of someone else. */
  image: z.nullable(z.extend(imageLink, { status: ownStatus, is_own: z.boolean() })),
})
export type LookAlike = z.output<typeof lookAlike>

const soughtPicture = z.object({
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/, 'A SHA-256 has 64 digits, 0-9 and a-f')),
  /** A perceptual row; null where no pixel is visible. */
  row: z.nullable(
    z.object({
      aspect: z.int('The aspect is a whole number').check(z.minimum(-1000), z.maximum(1000)),
      planes: z.string().check(z.regex(planesPattern, `The planes have ${2 * planesLength} digits, 0-9 and a-f`)),
    }),
  ),
})
export type SoughtPicture = z.output<typeof soughtPicture>

const fileErrors = ['not_multipart', 'broken_multipart', 'no_images', 'none_accepted', 'too_large', 'busy'] as const

/** Pictures that one request may ask about. */
export const picturesPerRequest = 20

/** Uploading images, and finding look-alikes before that (requirements: #upload-call, #upload-batches). */
export const uploads = {
  upload: endpoint('POST', '/images/upload/', {
    access: 'confirmed',
    allowsApiKey: true,
    summary:
      'Takes up to 10 PNG files. The parts repeat in order: the i-th title, description, keywords (comma-separated ' +
      'or a JSON array), category, licence, credit and ai_made (yes, partly, no or unknown) belong to the i-th file; ' +
      'what is left out or empty is read from the file itself, and a space alone empties the field; the licence is ' +
      'the library’s default, the credit names the contributor and of AI nothing is said. What trusted contributors ' +
      'upload may be public at once. A rejected file does not affect the others, and the same bytes sent again give ' +
      'the same image. With `draft=true` images are drafts, which their contributor alone sees until `submit`, or ' +
      `until the same bytes come without it; others leave after ${limits.draftDays} days. Who uploads or submits ` +
      `states: “${rightsStatement.text}” \`rights\` is the version of this text that was shown, now ` +
      `${rightsStatement.version}.`,
    changes: 'gallery',
    bulkhead: 'upload',
    query: z.object({ draft: z.optional(z.literal('true')) }),
    form: z.object({
      images: z.array(z.file()),
      ...mapImageFields(() => z.optional(z.array(z.string()))),
      rights: z.optional(z.string()),
    }),
    status: 201,
    errors: [...fileErrors, ...quotaErrors],
    reply: z.object({
      images: z.array(
        z.object({
          index: z.number(),
          image_id: z.number(),
          ...imageLink.shape,
          keywords: z.array(z.string()),
          category: z.nullable(z.string()),
          status: ownStatus,
          cloudflare_id: z.string(),
          main_url: z.string(),
          findings,
          /** Of a draft: a picture of the library that it looks like; left out where there is none. */
          look_alike: z.optional(lookAlike),
          /** Where something that was sent beside the file is not in the image: what, in a sentence. */
          remark: z.optional(z.string()),
        }),
      ),
      errors: z.array(z.object({ index: z.number(), filename: z.string(), code: z.string(), message: z.string() })),
    }),
  }),
  submit: endpoint('POST', '/images/submit/', {
    access: 'confirmed',
    allowsApiKey: true,
    changes: 'gallery',
    summary:
      'Submits own drafts, which then wait for review or are public at once, as with an upload. Where only some of ' +
      'them fit into the number that may wait, these are the first of `image_ids`.',
    body: z.object({ image_ids: imageIds, rights: z.optional(z.int('The version is a whole number')) }),
    errors: ['not_your_images', 'image_not_found', 'images_not_found', 'ai_not_said', ...quotaErrors],
    /** `left` is how many stay drafts for lack of room. */
    reply: z.object({ message: z.string(), count: z.number(), left: z.number() }),
    messages: { done: 'Submitted.', failed: 'The images could not be submitted.' },
  }),
  mend: endpoint('POST', '/images/file/:id/mend/', {
    access: 'confirmed',
    allowsApiKey: true,
    changes: 'gallery',
    summary:
      'Gives an own image a copy of its file from which what can be removed exactly is removed: haze, stray specks, ' +
      'huge clear margins, colours of clear pixels. It is treated like a file sent in its place; where a new file ' +
      'waits beside the image, that one is mended.',
    params: z.object({ id }),
    bulkhead: 'upload',
    errors: ['not_your_images', 'image_not_found', 'own_duplicate', 'not_mendable', 'busy', ...quotaErrors],
    reply: changeReply,
    messages: { done: 'Mended.', failed: 'The picture could not be mended.' },
  }),
  replaceFile: endpoint('PUT', '/images/file/:id/', {
    access: 'confirmed',
    allowsApiKey: true,
    changes: 'gallery',
    summary:
      'Gives an own image another PNG file, part `image`. It keeps its address, title and history, and waits for ' +
      'review; its `cloudflare_id` changes. An approved image stays public as it is while the new file waits beside ' +
      'it (`waiting`), and an admin’s own gets it at once. Who replaces a file states the same as with an upload.',
    params: z.object({ id }),
    bulkhead: 'upload',
    form: z.object({ image: z.file() }),
    errors: [...fileErrors, 'not_your_images', 'image_not_found', 'own_duplicate', ...quotaErrors],
    reply: changeReply,
    messages: {
      done: 'File replaced. It waits for review.',
      waits: 'New file sent. The public one stays until it is approved.',
      live: 'File replaced.',
      same: 'This is the file that the image has already.',
      failed: 'The file could not be replaced.',
    },
  }),
  quota: endpoint('GET', '/images/upload/quota/', {
    access: 'signed-in',
    allowsApiKey: true,
    summary:
      'Tells what the caller uses of their quotas: images that wait for review, bytes of all originals, uploads of ' +
      'the last hour. A limit of null is none.',
    reply: uploadUse,
  }),
  alike: endpoint('POST', '/images/upload/alike/', {
    access: 'signed-in',
    allowsApiKey: true,
    summary:
      'Finds, before uploading, which pictures the library has already: the same file (`sha256`), the same picture ' +
      'in another size, margin or encoding, or the same drawing mirrored, turned, in other colours or with a shadow ' +
      '(`row`, a perceptual row: see imaging/measures/similarity/). Of unpublished images of others `image` is ' +
      `null. At most ${picturesPerRequest} at once.`,
    body: z.object({
      pictures: z
        .array(soughtPicture)
        .check(z.maxLength(picturesPerRequest, `At most ${picturesPerRequest} pictures at once.`)),
    }),
    /** `index` is that of the request's `pictures`. */
    reply: z.object({ found: z.array(z.object({ index: z.number(), ...lookAlike.shape })) }),
  }),
}
