import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line, pageNumber } from './fields.ts'
import { image, status } from './images.ts'
import { limits } from './limits.ts'

/** What a back office shows of an image: all that its side panel edits, so that opening it asks for nothing. */
export const listed = z.object({
  ...image.shape,
  user: z.object({ username: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  /** Grows with every change, so that nobody overwrites what he has not seen. */
  version: z.number(),
  /** The last decision, where the image was rejected. */
  rejection: z.nullable(z.object({ reason: z.nullable(z.string()), note: z.string(), at: z.string() })),
})
export type Listed = z.output<typeof listed>

const query = z.object({
  title: z._default(line('The search', limits.title), ''),
  page: pageNumber,
  /** A queue is worked off from its oldest end. */
  order: z._default(z.enum(['newest', 'oldest'], 'The order is newest or oldest'), 'newest'),
  /** Of one contributor; on an admin's lists alone. */
  username: z._default(line('The username', 40), ''),
})
export type ListQuery = z.output<typeof query>

const page = z.object({ count: z.number(), images: z.array(listed) })
const length = z.object({ images_length: z.number() })

/** The lists of a back office, and their lengths. Visitors' lists are in gallery.ts. */
export const listNames = [...status.options, 'total'] as const
export type ListName = (typeof listNames)[number]

const ownList = <N extends ListName>(name: N) =>
  endpoint('GET', `/images/user/${name}/`, {
    access: 'signed-in',
    does: `Lists one’s own ${wordOf(name)}images, ${limits.listPage} at a time; \`title\` looks for a part of the title.`,
    query,
    reply: page,
    says: { failed: 'Failed to load images.' },
  })

const everybodysList = <N extends ListName>(name: N) =>
  endpoint('GET', `/images/${name}/`, {
    access: 'admin',
    does: `Lists everybody’s ${wordOf(name)}images, ${limits.listPage} at a time; \`title\` looks for a part of the title.`,
    query,
    reply: page,
    says: { failed: 'Failed to load images.' },
  })

const ownLength = <N extends ListName>(name: N) =>
  endpoint('GET', `/images/user/${name}-images-length/`, {
    access: 'signed-in',
    does: `Says how many ${wordOf(name)}images one has.`,
    reply: length,
  })

const everybodysLength = <N extends ListName>(name: N) =>
  endpoint('GET', `/images/${name}-images-length/`, {
    access: 'admin',
    does: `Says how many ${wordOf(name)}images there are.`,
    reply: length,
  })

const wordOf = (name: ListName) => (name === 'total' ? '' : `${name} `)

/** Of one's own images (requirements: #image-lists, #own-images). */
export const ownLists = {
  approved: ownList('approved'),
  pending: ownList('pending'),
  rejected: ownList('rejected'),
  total: ownList('total'),
}
export const ownLengths = {
  approved: ownLength('approved'),
  pending: ownLength('pending'),
  rejected: ownLength('rejected'),
  total: ownLength('total'),
}

/** Of everybody's, for admins. `/images/approved/` is the visitors' (gallery.ts), so theirs has a name of its own. */
export const allLists = {
  approved: endpoint('GET', '/images/approved/details/', {
    access: 'admin',
    does: 'Lists everybody’s approved images with all that the back office shows; `/images/approved/` is the visitors’.',
    query,
    reply: page,
    says: { failed: 'Failed to load images.' },
  }),
  pending: everybodysList('pending'),
  rejected: everybodysList('rejected'),
  total: everybodysList('total'),
}
export const allLengths = {
  approved: everybodysLength('approved'),
  pending: everybodysLength('pending'),
  rejected: everybodysLength('rejected'),
  total: everybodysLength('total'),
}
