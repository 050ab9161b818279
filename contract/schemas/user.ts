import * as z from 'zod/mini'
import { roles } from '../vocabulary/roles.ts'

export const personName = { username: z.string(), first_name: z.string(), last_name: z.string() }

/** A contributor who has a page, with what it shows; `image` is the URL of the picture. */
export const publicContributor = z.object({ ...personName, image: z.nullable(z.string()) })
export type PublicContributor = z.output<typeof publicContributor>

/** The signed-in user as the browser stores them under `auth`: without phone number and id, which a thief could use. */
export const signedInUser = z
  .object({ ...publicContributor.shape, email: z.string(), role: z.enum(roles) })
  .register(z.globalRegistry, { id: 'User' })
export type SignedInUser = z.output<typeof signedInUser>
