import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id, optionalText, pageNumber } from '../../fields.ts'
import { imageFieldReplies, waitingFields } from '../../image-fields.ts'
import { type FindingKind, findingKinds } from '../../measures/findings.ts'
import { overruled, transparency } from '../../schemas/findings.ts'
import { card, fileSource, image, imageStatus, ownStatus } from '../../schemas/image.ts'
import { exactSearch, replacement } from '../../schemas/search-words.ts'
import { personName } from '../../schemas/user.ts'
import { categories } from '../../vocabulary/categories.ts'
import { transparencyKinds } from '../../vocabulary/filters.ts'
import { licenceIds } from '../../vocabulary/licences.ts'
import * as limits from '../../vocabulary/limits.ts'
import { aiFacets } from '../../vocabulary/provenance/ai-statements.ts'
import { trust } from '../../vocabulary/trust/trust-levels.ts'
import { rejectionFields } from './images.ts'

/** A new file for an approved image; its addresses are for the owner and the admins. */
const waitingFile = z.object({
  ...z.omit(card, { id: true, slug: true, title: true }).shape,
  main_url: z.string(),
  ...transparency,
})
export type WaitingFile = z.output<typeof waitingFile>

/** An image in the back office, with all that its side panel edits, so that opening the panel needs no further call. */
export const managedImage = z
  .object({
    ...image.shape,
    status: ownStatus,
    ...imageFieldReplies,
    user: z.object({ ...personName, email: z.string() }),
    /** The level of its contributor and why, for admins; null for their own images. */
    trust: z.nullable(trust),
    /** Grows with every change; an edit that sends it back cannot overwrite a newer version. */
    version: z.number(),
    /** An edit that waits for review while the image stays public; null where there is none. */
    waiting_edit: z.nullable(
      z.object({
        at: z.string(),
        fields: waitingFields,
        /** Null where the edit changes words alone. */
        file: z.nullable(waitingFile),
      }),
    ),
    /** Approved and not public, because of a report or a block of its contributor (requirements: #blocking). */
    is_hidden: z.boolean(),
    /** How its file says that it came about. */
    file_source: fileSource,
    /** What an admin has overruled of `findings`, which here holds all that was found. */
    overruled,
    /** The last decision; null unless the image is rejected. */
    rejection: z.nullable(
      z.object({ reason: z.nullable(z.string()), note: z.string(), at: z.string(), may_disagree: z.boolean() }),
    ),
  })
  .register(z.globalRegistry, { id: 'ManagedImage' })
export type ManagedImage = z.output<typeof managedImage>

/** The choices of the filter by findings: any open fault, or one kind of open findings. */
export const findingFilters = ['any', ...(Object.keys(findingKinds) as FindingKind[])] as const
export type FindingFilter = (typeof findingFilters)[number]

/** Uploaded within the last day, week or month, or before the last month. */
export const ageFilters = ['day', 'week', 'month', 'older'] as const

/** The filters of a list, which go together with each other and with the search. */
const listFilters = {
  /** Images with an open fault, or with an open finding of this kind. */
  finding: z.optional(z.enum(findingFilters, 'There is no such finding')),
  /** 'none' for images without a category. */
  category: z.optional(z.enum([...categories.map(({ value }) => value), 'none'], 'There is no such category')),
  transparency: z.optional(z.enum(transparencyKinds, 'There is no such transparency')),
  licence: z.optional(z.enum(licenceIds, 'There is no such licence')),
  /** What counts of contributor and file; `contradicted` where the file says AI and the contributor says none. */
  ai: z.optional(z.enum(aiFacets, 'There is no such statement about AI')),
  keywords: z.optional(z.literal('none', 'The keywords are none, or left out')),
  /** Images of which a finding is overruled, that went live by the level of their contributor, or whose words wait. */
  flag: z.optional(z.enum(['overruled', 'live_by_level', 'words_edited'], 'There is no such flag')),
  age: z.optional(z.enum(ageFilters, 'There is no such age')),
  /** Rejected images, by their last reason. */
  reason: rejectionFields.reason,
  /** Images of one contributor; on admins' lists only. */
  username: z._default(optionalText('The username', 40), ''),
}
export const listFilterNames = Object.keys(listFilters) as (keyof typeof listFilters)[]
export type ListFilters = z.output<z.ZodMiniObject<typeof listFilters>>

/** The search and the filters of a list. */
export const listSearch = {
  /** Words, or what names an image: its ID, slug, file name or the address of its page. */
  title: z._default(optionalText('The search', limits.title), ''),
  exact: exactSearch,
  ...listFilters,
}

export const listOrders = ['newest', 'oldest', 'title', 'downloads', 'size'] as const

const listQuery = z.object({
  ...listSearch,
  page: pageNumber,
  /** The review queue asks for the oldest first. */
  order: z._default(z.enum(listOrders, `The order is ${listOrders.join(', ')}`), 'newest'),
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
/** Of one's own images there are drafts besides, which are in no other list and in no count. */
export const ownFilters = [...statusFilters, 'draft'] as const
export type OwnFilter = (typeof ownFilters)[number]

const pageRule =
  `${limits.managedImagesPerPage} at a time; \`title\` searches by words of title, tags, category, description and ` +
  'file name, or by ID, slug, file name or page address, and filters by what was found, `category`, `transparency`, ' +
  '`keywords=none`, `flag`, `age`, rejection `reason` and, for admins, `username`'

const statusLabel = (name: OwnFilter) => (name === 'total' ? '' : `${name} `)

/** The same for each list. */
export const byName = <N extends OwnFilter, E>(names: readonly N[], make: (name: N) => E) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, E>

/** Lists and counts of the caller's own images (requirements: #image-lists, #own-images). */
export const ownLists = byName(ownFilters, (name) =>
  endpoint('GET', `/images/user/${name}/`, {
    access: 'signed-in',
    allowsApiKey: true,
    summary: `Lists the caller’s own ${statusLabel(name)}images, ${pageRule}.`,
    query: listQuery,
    reply: imagePage,
    messages: { failed: 'Failed to load images.' },
  }),
)
export const ownCounts = byName(ownFilters, (name) =>
  endpoint('GET', `/images/user/${name}-images-length/`, {
    access: 'signed-in',
    allowsApiKey: true,
    summary: `Counts the caller’s own ${statusLabel(name)}images.`,
    reply: imageCount,
  }),
)

/** Lists of all contributors' images, for admins; `/images/approved/` itself is the visitors' call. */
export const allLists = byName(statusFilters, (name) =>
  endpoint('GET', name === 'approved' ? '/images/approved/details/' : `/images/${name}/`, {
    access: 'admin',
    summary: `Lists the ${statusLabel(name)}images of all contributors, ${pageRule}.`,
    query: listQuery,
    reply: imagePage,
    messages: { failed: 'Failed to load images.' },
  }),
)
export const allCounts = byName(statusFilters, (name) =>
  endpoint('GET', `/images/${name}-images-length/`, {
    access: 'admin',
    summary: `Counts the ${statusLabel(name)}images of all contributors.`,
    reply: imageCount,
  }),
)

/** All images of a list, for bulk calls. */
export const listSelection = {
  all: endpoint('GET', '/images/selection/', {
    access: 'signed-in',
    summary:
      `The ids and versions of all images of a list, the newest first, at most ` +
      `${limits.selectedImages.toLocaleString('en')}; contributors’ lists have their own images.`,
    query: z.object({
      list: z._default(z.enum(ownFilters, 'There is no such list'), 'total'),
      ...listSearch,
      /** Only those whose edit came in the same minute, from the same contributor, as that of this image. */
      edited_with: z.optional(id),
    }),
    reply: z.object({ ids: z.array(z.number()), versions: z.array(z.number()) }),
  }),
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
