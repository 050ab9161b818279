import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { email, onOrOff, pageNumber, pathSegment, requiredText, time } from '../../fields.ts'
import { card } from '../../schemas/image.ts'
import { publicContributor } from '../../schemas/user.ts'
import * as limits from '../../vocabulary/limits.ts'
import { rightsStatement } from '../../vocabulary/provenance/rights-statement.ts'
import { countedPictures, trust, trustBenefits } from '../../vocabulary/trust/trust-levels.ts'

/** The names of the form (requirements: #profile-validation). */
export const profileNames = z.object({
  first_name: requiredText('First name', 1, limits.name),
  last_name: requiredText('Last name', 1, limits.name),
})

/** All fields of the form but the picture, which is a separate part. */
export const profileFields = z.object({
  ...profileNames.shape,
  /** Without it the page stays on or off, as programs expect that do not know it. */
  has_page: onOrOff('The page'),
  /** Likewise. */
  has_decision_mails: onOrOff('The mails'),
})

const profile = z
  .object({
    /** With the URL of the picture; null when there is none. */
    ...publicContributor.shape,
    email: z.string(),
    /** The address that they have asked for and not confirmed yet (requirements: #email-change). */
    new_email: z.nullable(z.string()),
    date_joined: time,
    /** Whether visitors see their page with all their approved images (requirements: #contributor-page). */
    has_page: z.boolean(),
    has_decision_mails: z.boolean(),
    /** Uploads are refused until the e-mail address is confirmed (requirements: #email-confirmation). */
    must_confirm_email: z.boolean(),
    /** The version of the terms that they agreed to; uploads need the present one (requirements: #terms-versions). */
    terms_version: z.number(),
  })
  .register(z.globalRegistry, { id: 'Profile' })
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
      'square; without the part it stays as it is. `has_page` switches the caller’s public page on (1) or off (0), ' +
      '`has_decision_mails` the mails about decisions.',
    bulkhead: 'upload',
    form: z.object({ ...profileFields.shape, image: z.optional(z.file()) }),
    errors: ['invalid', 'not_multipart', 'broken_multipart', 'bad_avatar', 'too_large', 'busy', 'disk_full'],
    reply: z.object({ message: z.string(), user: profile }),
    messages: { done: 'Profile updated!', failed: 'Update failed' },
  }),
}

/** Agreeing to the terms again after they have changed (requirements: #terms-versions). */
export const terms = {
  agree: endpoint('PUT', '/accounts/user/terms/', {
    access: 'signed-in',
    summary:
      'Agrees to a version of the terms, which who has read them names; uploads need the present one, ' +
      `${rightsStatement.version}. Who registers agrees to it.`,
    body: z.object({
      version: z.literal(rightsStatement.version, `The terms have the version ${rightsStatement.version}.`),
    }),
    reply: z.object({ message: z.string() }),
    messages: { done: 'Thank you. You can upload now.', failed: 'Something went wrong.' },
  }),
}

/** What people are mailed (requirements: #decision-mails). */
export const mailPreferences = {
  unsubscribe: endpoint('POST', '/accounts/user/mails/off/:uidb64/:token/', {
    access: 'anyone',
    isSecret: true,
    summary: 'Stops the mails about decisions, as the page of their “unsubscribe” does.',
    errors: ['wrong_unsubscribe_link'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'We mail you no more about decisions.', failed: 'Something went wrong.' },
  }),
}

/** Contributors as visitors see them (requirements: #contributor-page). */
export const contributors = {
  images: endpoint('GET', '/images/by/:username/', {
    access: 'anyone',
    isCacheable: true,
    summary:
      'Lists the approved images of a contributor who has switched their page on, the newest first. `count` is exact.',
    params: z.object({ username: pathSegment }),
    query: z.object({ page: pageNumber }),
    errors: ['contributor_not_found'],
    reply: z.object({ contributor: publicContributor, count: z.number(), images: z.array(card) }),
  }),
}

export const emailChangeFields = z.object({ email: email(), password: requiredText('Password', 1, 200) })

/** Changing one's own e-mail address (requirements: #email-change). */
export const emailChange = {
  request: endpoint('POST', '/accounts/user/email/', {
    access: 'signed-in',
    summary:
      'Asks for another e-mail address: a link goes to it, and the old one stays until that is opened. Whether the ' +
      'address has an account already is not revealed. Where no address is confirmed (`CONFIRM_EMAIL`), it changes ' +
      'at once.',
    body: emailChangeFields,
    errors: ['wrong_password', 'own_email', 'email_taken', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: {
      done: 'We sent a link to your new address.',
      changed: 'Your e-mail address is changed.',
      failed: 'Something went wrong.',
    },
  }),
  cancel: endpoint('DELETE', '/accounts/user/email/', {
    access: 'signed-in',
    summary: 'Forgets the address that the caller has asked for; its link stops working.',
    reply: z.object({ message: z.string() }),
    messages: { done: 'Your address stays as it is.', failed: 'Something went wrong.' },
  }),
}

/** One's own level as a contributor (requirements: #trust). */
export const trustLevel = {
  mine: endpoint('GET', '/accounts/user/trust/', {
    access: 'signed-in',
    summary:
      'Tells the caller’s level (new, known or trusted) with the numbers that decide it, of the last ' +
      `${countedPictures} pictures that were decided about, and what levels bring. Null for admins, who have none.`,
    reply: z.object({ trust: z.nullable(trust), benefits: trustBenefits }),
  }),
}
