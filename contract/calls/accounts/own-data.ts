import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { requiredText } from '../../fields.ts'
import { accountLimits } from '../../vocabulary/accounts/account-limits.ts'

export const ownDataFields = z.object({ password: requiredText('Password', 1, 200) })

export const closeAccountFields = z.object({
  password: requiredText('Password', 1, 200),
  images: z.enum(['stay', 'leave'], 'Choose what becomes of your images.'),
})

/** What the library has of a person, for themselves (requirements: #own-data). */
export const ownData = {
  prepare: endpoint('POST', '/accounts/user/data/', {
    access: 'signed-in',
    summary:
      'Returns the address of a zip with all that the library has of the caller. It works for ' +
      `${accountLimits.dataLinkMinutes} minutes, and only while the caller’s session is open.`,
    body: ownDataFields,
    errors: ['wrong_password', 'too_many'],
    reply: z.object({ message: z.string(), url: z.string() }),
    messages: { done: 'Your download has begun.', failed: 'Something went wrong.' },
  }),
  download: endpoint('GET', '/accounts/user/data/:key/', {
    access: 'anyone',
    isSecret: true,
    bulkhead: 'none', // a slow download holds nothing that others need
    summary:
      'Sends that zip while it is made: profile, sessions, API keys and events as JSON, and of each image the ' +
      'original and its history. One at a time for each person.',
    errors: ['wrong_data_link', 'data_running', 'overloaded'],
    reply: 'file',
    streamedType: 'application/zip',
  }),
  close: endpoint('POST', '/accounts/user/close/', {
    access: 'signed-in',
    changes: 'gallery',
    summary:
      'Closes the caller’s account for good: sessions and API keys end, and what is personal is deleted. `stay` ' +
      'leaves approved images in the library, by “a former contributor”; `leave` deletes all images. Images that ' +
      'are waiting, rejected or in the trash are deleted either way; those with open reports when these are decided ' +
      'about.',
    body: closeAccountFields,
    errors: ['wrong_password', 'last_admin', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Your account is closed.', failed: 'Something went wrong.' },
  }),
}
