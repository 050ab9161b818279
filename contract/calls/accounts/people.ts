import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, optionalText, pageNumber, pathSegment, time } from '../../fields.ts'
import { decision } from '../../schemas/image.ts'
import { publicContributor } from '../../schemas/user.ts'
import { roles } from '../../vocabulary/roles.ts'
import { trust, trustLevels } from '../../vocabulary/trust/trust-levels.ts'

const userAccount = z.object({
  id: z.number(),
  user_id: z.number(),
  slug: z.string(),
  username: z.string(),
  email: z.string(),
  number: z.string(),
  role: z.enum(roles),
  /** Always null: no form asks for it (requirements: #user-fields). */
  gender: z.null(),
  is_active: z.boolean(),
  is_block: z.boolean(),
  /** Whether visitors do not see their images while they are blocked. */
  hides_images: z.boolean(),
  date_joined: time,
  /** Images by status, without those in the trash. */
  images: z.object({ pending: z.number(), approved: z.number(), rejected: z.number() }),
  /** The last use of a session; null when all have been deleted since (accountLimits.sessionDays). */
  last_seen: z.nullable(time),
  /** Null for admins. */
  trust: z.nullable(trust),
})
export type UserAccount = z.output<typeof userAccount>

const person = z.object({
  ...userAccount.shape,
  ...publicContributor.shape,
  has_page: z.boolean(),
  /** The last decisions about their images, the latest first. */
  decisions: z.array(z.object({ id: z.number(), image_id: z.number(), title: z.string(), ...decision.shape })),
})
export type Person = z.output<typeof person>

/** The choices of the filter by state; who is inactive cannot sign in either. */
export const accountStates = ['active', 'blocked'] as const

/** Events of the audit log, as admins read them. The names are stored and shown, so they must not change. */
export const auditEventTexts = {
  registered: 'Registered',
  'e-mail address confirmed': 'Confirmed the e-mail address',
  'e-mail change asked for': 'Asked for another e-mail address',
  'e-mail change cancelled': 'Kept the old e-mail address',
  'e-mail address changed': 'Changed the e-mail address',
  'signed in': 'Signed in',
  'sign-in failed': 'Sign-in failed',
  'asked for a new password': 'Asked for a new password',
  'password reset': 'Reset the password',
  'password changed': 'Changed the password',
  'data downloaded': 'Downloaded their data',
  'account closed': 'Closed their account',
  'signed out elsewhere': 'Signed out everywhere else',
  'session ended': 'Signed out a device',
  'API key created': 'Created an API key',
  'API key revoked': 'Revoked an API key',
  blocked: 'Blocked',
  unblocked: 'Unblocked',
  'images hidden': 'Hid images',
  'images shown again': 'Showed images again',
  'made an admin': 'Made an admin',
  'made a contributor': 'Made a contributor',
  'level set to new': 'Set the level to new',
  'level set to known': 'Set the level to known',
  'level set to trusted': 'Set the level to trusted',
  'level follows the rules again': 'Let the level follow the rules again',
  'search log switched on': 'Switched the search log on',
  'search log switched off': 'Switched the search log off',
  'synonym added': 'Added a synonym',
  'synonym changed': 'Changed a synonym',
  'synonym deleted': 'Deleted a synonym',
  'finding overruled': 'Overruled a finding',
  'finding reinstated': 'Reinstated a finding',
  'images approved': 'Approved images',
  'images with faults approved': 'Approved images with faults',
  'images rejected': 'Rejected images',
  'images returned to review': 'Returned images to review',
  'decision undone': 'Undid a decision',
  'images deleted': 'Deleted images',
  'images restored': 'Restored images',
  'trash emptied': 'Emptied the trash',
  'image kept after reports': 'Kept a reported image',
  'image corrected after reports': 'Corrected a reported image',
  'image hidden after reports': 'Hid a reported image',
  'image taken down': 'Took a reported image down',
  'counter-notice sent': 'Counter-notice to a take-down',
  'image reinstated': 'Reinstated an image',
  'image kept down': 'Kept an image down after a counter-notice',
  'upload refused': 'Sent a picture that was taken down',
  'refused upload allowed': 'Allowed an upload that was refused',
  'refused upload refused again': 'Refused an upload again',
  'CSV applied': 'Applied a CSV',
  'delivery configured': 'Configured the delivery',
  'delivery ended': 'Ended the delivery',
} as const
export type AuditEvent = keyof typeof auditEventTexts
export const auditEvents = Object.keys(auditEventTexts) as AuditEvent[]

/** Accounts, for admins (requirements: #users-page, #user-fields, #blocking). */
export const people = {
  list: endpoint('GET', '/accounts/users-list/', {
    access: 'admin',
    summary:
      'Lists accounts, ten at a time, the latest first; `search` searches usernames and e-mail addresses, `role` and ' +
      '`state` filter.',
    query: z.object({
      page: pageNumber,
      search: z._default(optionalText('Search', 100), ''),
      role: z.optional(z.enum(roles, 'There is no such role')),
      state: z.optional(z.enum(accountStates, 'The state is active or blocked')),
    }),
    reply: z.object({
      count: z.number(),
      results: z.array(userAccount),
      next: z.nullable(z.string()),
      previous: z.nullable(z.string()),
    }),
  }),
  one: endpoint('GET', '/accounts/users/:username/', {
    access: 'admin',
    summary: 'Returns an account with its numbers and the last decisions about its images.',
    params: z.object({ username: pathSegment }),
    errors: ['user_not_found'],
    reply: z.object({ person }),
  }),
  setRole: endpoint('PUT', '/accounts/users/:id/role/', {
    access: 'admin',
    summary:
      'Makes a user an admin or a contributor. Their password stays; someone who is no admin any more is signed out ' +
      'everywhere. Admins cannot change their own role, so that one remains.',
    params: z.object({ id }),
    body: z.object({ role: z.enum(roles, 'There is no such role') }),
    errors: ['user_not_found', 'own_role'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Role changed.', failed: 'Something went wrong.' },
  }),
  setLevel: endpoint('PUT', '/accounts/users/:id/level/', {
    access: 'admin',
    summary: 'Sets the level of a contributor, whatever their numbers say; null lets it follow the rules again.',
    params: z.object({ id }),
    body: z.object({ level: z.nullable(z.enum(trustLevels, 'The level is new, known, trusted or null')) }),
    errors: ['user_not_found', 'not_yourself'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Level changed.', failed: 'Something went wrong.' },
  }),
  update: endpoint('PATCH', '/accounts/user/admin/update/:id/', {
    access: 'admin',
    changes: 'gallery',
    summary:
      'Blocks a user (is_active false, is_block true) or unblocks them. Blocking ends their sessions at once; with ' +
      '`hides_images` visitors do not see their images until they are unblocked.',
    params: z.object({ id }),
    body: z
      .object({
        is_active: z.boolean(),
        is_block: z.boolean(),
        /** Left out, their images stay as they are. */
        hides_images: z.optional(z.boolean('Say whether their images are hidden: true or false.')),
      })
      .check(z.refine(({ is_active, is_block }) => is_active !== is_block, 'Say is_active and is_block as opposites.')),
    errors: ['user_not_found', 'not_yourself'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'User updated.', failed: 'Something went wrong.' },
  }),
  events: endpoint('GET', '/accounts/events/', {
    access: 'admin',
    summary:
      'Lists the audit log, the latest first: what happened to accounts, decisions about images, deletions, CSVs and ' +
      'changes to the configuration; a call about many images is one event. `username` is a part of the name of ' +
      'actor or account.',
    query: z.object({
      page: pageNumber,
      username: z._default(optionalText('The username', 40), ''),
      what: z.optional(z.enum(auditEvents, 'Nothing of this kind is written down')),
    }),
    reply: z.object({
      count: z.number(),
      events: z.array(
        z.object({
          id: z.number(),
          at: time,
          what: z.enum(auditEvents),
          /** Usernames of the actor and of the account concerned; null when unknown. */
          by: z.nullable(z.string()),
          user: z.nullable(z.string()),
          /** Images that it was about; null where it was about none. */
          count: z.nullable(z.number()),
          /** The only one; its title is null when it has left. */
          image: z.nullable(z.object({ id: z.number(), title: z.nullable(z.string()) })),
          /** Of a refused upload: whether this person may send these bytes all the same; null of other events. */
          is_allowed: z.nullable(z.boolean()),
          address: z.string(),
          user_agent: z.string(),
        }),
      ),
    }),
  }),
  allowUpload: endpoint('PUT', '/accounts/events/:id/allowed/', {
    access: 'admin',
    summary:
      'Lets the person of a refused upload send these bytes in spite of what they look like, or refuses them again. ' +
      'An image that was uploaded meanwhile stays.',
    params: z.object({ id }),
    body: z.object({ is_allowed: z.boolean('Say whether it is allowed: true or false.') }),
    errors: ['refusal_not_found'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Permission changed.', failed: 'Something went wrong.' },
  }),
}
