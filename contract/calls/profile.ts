import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { requiredText } from '../fields.ts'
import { limits } from '../vocabulary/limits.ts'

/** The text fields of the form; the picture is a separate part (requirements: #profile-validation). */
export const profileFields = z.object({
  first_name: requiredText('First name', 1, limits.name),
  last_name: requiredText('Last name', 1, limits.name),
})

const profile = z.object({
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** URL of the picture; null when there is none. */
  image: z.nullable(z.string()),
  date_joined: z.string(),
  /** Uploads are refused until the e-mail address is confirmed (requirements: #email-confirmation). */
  must_confirm_email: z.boolean(),
})
export type Profile = z.output<typeof profile>

/** The caller's own profile (requirements: #profile-page, #profile-fields). */
export const profiles = {
  mine: endpoint('GET', '/accounts/user/profile/', {
    access: 'signed-in',
    summary: 'Returns the caller’s profile as the only item of an array.',
    reply: z.array(profile),
  }),
  update: endpoint('PATCH', '/accounts/user/profile/update/', {
    access: 'signed-in',
    changes: 'gallery',
    summary:
      'Changes the caller’s names and picture (PNG, JPEG or WebP, at most 10 MB). The picture is cropped to a ' +
      'square; without the part it stays as it is.',
    bulkhead: 'upload',
    form: z.object({ ...profileFields.shape, image: z.optional(z.string()) }),
    errors: ['invalid', 'not_multipart', 'broken_multipart', 'bad_avatar', 'too_large', 'busy', 'disk_full'],
    reply: z.object({ message: z.string(), user: profile }),
    messages: { done: 'Profile updated!', failed: 'Update failed' },
  }),
}
