/** What a visitor may choose from; plain values, so that a page need not load the contract's checks for them. */

/** Square is what is at most a twentieth longer than wide, or wider than long. */
export const orientations = ['landscape', 'portrait', 'square'] as const
export type Orientation = (typeof orientations)[number]

/** Relevance is the usual one where a title is given, newest where none is. */
export const sorts = ['relevance', 'newest', 'downloads'] as const
export type Sort = (typeof sorts)[number]

/** Least pixels of the longer side. */
export const minimumSizes = [500, 1000, 2000, 4000] as const

/** Pixels of the longer side of what is made on demand, beside the original. */
export const downloadSizes = [256, 512, 1024, 2048] as const
