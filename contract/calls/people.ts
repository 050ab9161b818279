import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, optionalText, pageNumber } from '../fields.ts'
import { roles } from '../vocabulary/roles.ts'

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
  date_joined: z.string(),
})
export type UserAccount = z.output<typeof userAccount>

/** What is written down of accounts. The names are stored and shown, so they stay. */
export const auditEvents = [
  'registered',
  'signed in',
  'sign-in failed',
  'asked for a new password',
  'password reset',
  'password changed',
  'signed out elsewhere',
  'blocked',
  'unblocked',
  'made an admin',
] as const
export type AuditEvent = (typeof auditEvents)[number]

/** Who has an account, for admins (requirements: #users-page, #user-fields, #blocking). */
export const people = {
  list: endpoint('GET', '/accounts/users-list/', {
    access: 'admin',
    summary:
      'Lists who has an account, ten at a time, the latest first; `search` looks in usernames and e-mail addresses.',
    query: z.object({ page: pageNumber, search: z._default(optionalText('Search', 100), '') }),
    reply: z.object({
      count: z.number(),
      results: z.array(userAccount),
      next: z.nullable(z.string()),
      previous: z.nullable(z.string()),
    }),
  }),
  update: endpoint('PATCH', '/accounts/user/admin/update/:id/', {
    access: 'admin',
    summary:
      'Blocks somebody (is_active false, is_block true), or lets him in again. Blocking ends his sessions at once.',
    params: z.object({ id }),
    body: z
      .object({ is_active: z.boolean(), is_block: z.boolean() })
      .check(z.refine((said) => said.is_active !== said.is_block, 'Say is_active and is_block as opposites.')),
    errors: ['user_not_found', 'not_yourself'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'User updated.', failed: 'Something went wrong.' },
  }),
  events: endpoint('GET', '/accounts/events/', {
    access: 'admin',
    summary:
      'Tells what happened to accounts, the latest first: sign-ins, failures, new passwords, blocks, new admins.',
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
          at: z.string(),
          what: z.enum(auditEvents),
          /** Who did it, and whose account it was about; null is nobody whom we know. */
          by: z.nullable(z.string()),
          user: z.nullable(z.string()),
          address: z.string(),
          user_agent: z.string(),
        }),
      ),
    }),
  }),
}
