/** The choices of visitors' filters, as plain values, so that pages do not load zod for them. */

/** The filters that the home page offers, in the order of its address. */
export const filterNames = [
  'category',
  'keyword',
  'colour',
  'orientation',
  'size',
  'transparency',
  'clean_edges',
  'licence',
  'ai',
] as const

/** An image counts as square when its sides differ by at most a twentieth. */
export const orientations = ['landscape', 'portrait', 'square'] as const
export type Orientation = (typeof orientations)[number]

/** The default is relevance for a search by title, newest otherwise. */
export const sorts = ['relevance', 'trending', 'newest', 'downloads'] as const
export type Sort = (typeof sorts)[number]

/** Nothing but its edge is soft, more than its edge is soft, or nothing is clear. */
export const transparencyKinds = ['cutout', 'soft', 'none'] as const
export type TransparencyKind = (typeof transparencyKinds)[number]

/** What visitors filter by: all but those said to be made with AI, those said to be made without, or those with it. */
export const aiFilters = ['exclude', 'none', 'only'] as const
export type AiFilter = (typeof aiFilters)[number]

/** Minimum pixels of the longer side. */
export const minimumSizes = [500, 1000, 2000, 4000] as const

/** Pixels of the longer side of the derivatives that can be downloaded besides the original. */
export const downloadSizes = [256, 512, 1024, 2048] as const

/** A width of one's own is a multiple of this, in pixels. */
export const ownWidthStep = 64
