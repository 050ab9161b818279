import * as z from 'zod/mini'

/** The signed-in person as the browser keeps it under `auth`: nothing that a thief could use (no phone, no id). */
export const signedInUser = z.object({
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  image: z.nullable(z.string()),
  role: z.enum(['user', 'admin']),
})
export type SignedInUser = z.output<typeof signedInUser>

/** Usernames stand in addresses, so they are plain; case does not distinguish two people. */
export const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Words that an address already means: /contributor/auth/ is a page. */
export const reservedUsernames = ['auth']

/** Names that look like the house's own, so nobody registers them; the operator may give them. */
export const officialUsernames = ['admin', 'administrator', 'moderator', 'root', 'support', 'system', 'vitrine']
