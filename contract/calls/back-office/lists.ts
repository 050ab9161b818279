import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { optionalText, pageNumber } from '../../fields.ts'
import { imageFieldReplies, waitingFields } from '../../image-fields.ts'
import { type FindingKind, findingKinds } from '../../measures/findings.ts'
import { overruled } from '../../schemas/findings.ts'
import { image, imageStatus } from '../../schemas/image.ts'
import { exactSearch, replacement } from '../../schemas/search-words.ts'
import { limits } from '../../vocabulary/limits.ts'

/** An image in the back office, with all that its side panel edits, so that opening the panel needs no further call. */
export const managedImage = z.object({
  ...image.shape,
  ...imageFieldReplies,
  user: z.object({ username: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  /** Grows with every change; an edit that sends it back cannot overwrite a newer version. */
  version: z.number(),
  /** An edit that waits for review while the image stays public; null where there is none. */
  waiting_edit: z.nullable(z.object({ at: z.string(), fields: waitingFields })),
  /** What an admin has overruled of `findings`, which here holds all that was found. */
  overruled,
  /** The last decision; null unless the image is rejected. */
  rejection: z.nullable(z.object({ reason: z.nullable(z.string()), note: z.string(), at: z.string() })),
})
export type ManagedImage = z.output<typeof managedImage>

/** The choices of the filter by findings: any open fault, or one kind of open findings. */
export const findingFilters = ['any', ...(Object.keys(findingKinds) as FindingKind[])] as const
export type FindingFilter = (typeof findingFilters)[number]

/** The search and the filter of a list. */
export const listSearch = {
  /** Words, or what names an image: its ID, slug, file name or the address of its page. */
  title: z._default(optionalText('The search', limits.title), ''),
  exact: exactSearch,
  /** Images with an open fault, or with an open finding of this kind. */
  finding: z.optional(z.enum(findingFilters, 'There is no such finding')),
}

const listQuery = z.object({
  ...listSearch,
  page: pageNumber,
  /** The review queue asks for the oldest first. */
  order: z._default(z.enum(['newest', 'oldest'], 'The order is newest or oldest'), 'newest'),
  /** Images of one contributor; on admins' lists only. */
  username: z._default(optionalText('The username', 40), ''),
})
export type ListQuery = z.output<typeof listQuery>

const imagePage = z.object({
  count: z.number(),
  /** How many of the list are approved images with a waiting edit; among the pending ones only. */
  waiting_edits: z.optional(z.number()),
  meant: z.optional(z.array(replacement)),
  images: z.array(managedImage),
})
const imageCount = z.object({
  images_length: z.number(),
  /** Of the pending images: edits that wait beside approved images, which are not in `images_length`. */
  waiting_edits: z.optional(z.number()),
})

/** The lists of the back office by status; visitors' lists are in gallery.ts. */
export const statusFilters = [...imageStatus.options, 'total'] as const
export type StatusFilter = (typeof statusFilters)[number]

const pageRule =
  `${limits.managedImagesPerPage} at a time; \`title\` searches by words of title, tags, category, description and ` +
  'file name, or by ID, slug, file name or page address; `finding` filters by what was found'

const ownListEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/user/${name}/`, {
    access: 'signed-in',
    allowsApiKey: true,
    summary: `Lists the caller’s own ${statusLabel(name)}images, ${pageRule}.`,
    query: listQuery,
    reply: imagePage,
    messages: { failed: 'Failed to load images.' },
  })

const allListEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/${name}/`, {
    access: 'admin',
    summary: `Lists the ${statusLabel(name)}images of all contributors, ${pageRule}.`,
    query: listQuery,
    reply: imagePage,
    messages: { failed: 'Failed to load images.' },
  })

const ownCountEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/user/${name}-images-length/`, {
    access: 'signed-in',
    allowsApiKey: true,
    summary: `Counts the caller’s own ${statusLabel(name)}images.`,
    reply: imageCount,
  })

const allCountEndpoint = <N extends StatusFilter>(name: N) =>
  endpoint('GET', `/images/${name}-images-length/`, {
    access: 'admin',
    summary: `Counts the ${statusLabel(name)}images of all contributors.`,
    reply: imageCount,
  })

const statusLabel = (name: StatusFilter) => (name === 'total' ? '' : `${name} `)

/** Lists and counts of the caller's own images (requirements: #image-lists, #own-images). */
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

/** Lists of all contributors' images, for admins; `/images/approved/` itself is the visitors' call. */
export const allLists = {
  approved: endpoint('GET', '/images/approved/details/', {
    access: 'admin',
    summary:
      'Lists the approved images of all contributors as the back office shows them; visitors use `/images/approved/`.',
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

/** What open lists ask every few seconds (decision 0049). */
export const imageRevision = {
  current: endpoint('GET', '/images/revision/', {
    access: 'signed-in',
    summary:
      'A text that is another one after each change of the caller’s own images, for admins of any image; empty where ' +
      'no change is known of.',
    reply: z.object({ revision: z.string() }),
  }),
}
