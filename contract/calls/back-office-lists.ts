import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { optionalText, pageNumber } from '../fields.ts'
import { imageFieldReplies } from '../image-fields.ts'
import { image, imageStatus } from '../schemas/image.ts'
import { limits } from '../vocabulary/limits.ts'

/** What a back office shows of an image: all that its side panel edits, so that opening it asks for nothing. */
export const managedImage = z.object({
  ...image.shape,
  ...imageFieldReplies,
  user: z.object({ username: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  /** Grows with every change, so that nobody overwrites what he has not seen. */
  version: z.number(),
  /** The last decision, where the image was rejected. */
  rejection: z.nullable(z.object({ reason: z.nullable(z.string()), note: z.string(), at: z.string() })),
})
export type ManagedImage = z.output<typeof managedImage>

const listQuery = z.object({
  title: z._default(optionalText('The search', limits.title), ''),
  page: pageNumber,
  /** A queue is worked off from its oldest end. */
  order: z._default(z.enum(['newest', 'oldest'], 'The order is newest or oldest'), 'newest'),
  /** Of one contributor; on an admin's lists alone. */
  username: z._default(optionalText('The username', 40), ''),
})
export type ListQuery = z.output<typeof listQuery>

const imagePage = z.object({ count: z.number(), images: z.array(managedImage) })
const imageCount = z.object({ images_length: z.number() })

/** The lists of a back office, and their lengths. Visitors' lists are in gallery.ts. */
export const statusFilters = [...imageStatus.options, 'total'] as const
export type StatusFilter = (typeof statusFilters)[number]

const ownListEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/user/${name}/`, {
    access: 'signed-in',
    summary: `Lists one’s own ${statusLabel(name)}images, ${limits.managedImagesPerPage} at a time; \`title\` looks for a part of the title.`,
    query: listQuery,
    reply: imagePage,
    messages: { failed: 'Failed to load images.' },
  })

const allListEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/${name}/`, {
    access: 'admin',
    summary: `Lists everybody’s ${statusLabel(name)}images, ${limits.managedImagesPerPage} at a time; \`title\` looks for a part of the title.`,
    query: listQuery,
    reply: imagePage,
    messages: { failed: 'Failed to load images.' },
  })

const ownCountEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/user/${name}-images-length/`, {
    access: 'signed-in',
    summary: `Says how many ${statusLabel(name)}images one has.`,
    reply: imageCount,
  })

const allCountEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/${name}-images-length/`, {
    access: 'admin',
    summary: `Says how many ${statusLabel(name)}images there are.`,
    reply: imageCount,
  })

const statusLabel = (name: StatusFilter) => (name === 'total' ? '' : `${name} `)

/** Of one's own images (requirements: #image-lists, #own-images). */
export const ownLists = {
  approved: ownListEndpoint('approved'),
  pending: ownListEndpoint('pending'),
  rejected: ownListEndpoint('rejected'),
  total: ownListEndpoint('total'),
}
export const ownCounts = {
  approved: ownCountEndpoint('approved'),
  pending: ownCountEndpoint('pending'),
  rejected: ownCountEndpoint('rejected'),
  total: ownCountEndpoint('total'),
}

/** Of everybody's, for admins. `/images/approved/` is the visitors' (gallery.ts), so theirs has a name of its own. */
export const allLists = {
  approved: endpoint('GET', '/images/approved/details/', {
    access: 'admin',
    summary:
      'Lists everybody’s approved images with all that the back office shows; `/images/approved/` is the visitors’.',
    query: listQuery,
    reply: imagePage,
    messages: { failed: 'Failed to load images.' },
  }),
  pending: allListEndpoint('pending'),
  rejected: allListEndpoint('rejected'),
  total: allListEndpoint('total'),
}
export const allCounts = {
  approved: allCountEndpoint('approved'),
  pending: allCountEndpoint('pending'),
  rejected: allCountEndpoint('rejected'),
  total: allCountEndpoint('total'),
}
