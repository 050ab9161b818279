import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { optionalText, pageNumber, pathSegment } from '../fields.ts'
import { card, category, image, keyword } from '../schemas/image.ts'
import { colours } from '../vocabulary/colours.ts'
import { downloadSizes, minimumSizes, orientations, sorts } from '../vocabulary/filters.ts'
import { downloadFormats } from '../vocabulary/image-formats.ts'
import { limits } from '../vocabulary/limits.ts'

/** A whole number that is one of these. */
const oneOfNumbers = (choices: readonly number[], message: string) =>
  z.optional(z.coerce.number(message).check(z.refine((said: number) => choices.includes(said), message)))

const tagCount = z._default(
  z.coerce
    .number('Ask for a whole number of tags')
    .check(
      z.int('Ask for a whole number of tags'),
      z.minimum(1, 'Ask for one tag at least'),
      z.maximum(limits.maxTags),
    ),
  limits.maxTags,
)

const searchText = z.optional(optionalText('Title', limits.title))
const keywordFilter = z.optional(optionalText('Keyword', limits.keyword))

/** The wire takes the value, whatever the case. */
const colourFilter = z.pipe(
  z.string().check(z.refine((said: string) => colourByValue(said) !== undefined, 'There is no such colour')),
  z.transform((said) => colourByValue(said)!.id),
)

function colourByValue(said: string) {
  return colours.find(({ value }) => value === said.toLowerCase())
}

/** What the search box offers: `title` searches the words, `keyword` picks the tag. */
const suggestion = z.object({ kind: z.enum(['title', 'keyword']), text: z.string() })
export type Suggestion = z.output<typeof suggestion>

/** What a visitor may ask, without signing in (requirements: #calls, #public-calls). */
export const gallery = {
  approved: endpoint('GET', '/images/approved/', {
    access: 'anyone',
    isCacheable: true,
    summary:
      'Lists approved images: by words of the title, by category, by keyword, by colour of the visible pixels, by ' +
      'orientation and by the least pixels of the longer side. `count` is exact. Unless said, the best matches of a ' +
      'title come first, and the newest where none is given.',
    query: z.object({
      title: searchText,
      category: z.optional(category),
      keyword: keywordFilter,
      page: pageNumber,
      colour: z.optional(colourFilter),
      orientation: z.optional(z.enum(orientations, 'There is no such orientation')),
      size: oneOfNumbers(minimumSizes, `The least size is one of ${minimumSizes.join(', ')} pixels`),
      sort: z.optional(z.enum(sorts, 'There is no such order')),
    }),
    reply: z.object({ count: z.number(), images: z.array(card) }),
    messages: { failed: 'Failed to load images.' },
  }),
  keywords: endpoint('GET', '/images/keywords/', {
    access: 'anyone',
    isCacheable: true,
    summary: 'Lists the tags of approved images, the most used first; only so many with `first`.',
    query: z.object({ first: tagCount }),
    reply: z.object({ data: z.array(keyword) }),
  }),
  suggestions: endpoint('GET', '/images/suggestions/', {
    access: 'anyone',
    isCacheable: true,
    summary: 'Finishes what somebody begins to type: titles and tags of approved images, at most eight.',
    query: z.object({ title: searchText }),
    reply: z.object({ suggestions: z.array(suggestion) }),
  }),
  one: endpoint('GET', '/images/:slug/', {
    access: 'anyone',
    isCacheable: true,
    summary: 'Shows one image and others like it.',
    params: z.object({ slug: pathSegment }),
    query: z.pipe(
      z.object({ title: searchText, keyword: keywordFilter, page: pageNumber }),
      z.transform(() => ({})),
    ), // no answer depends on it
    errors: ['image_not_found'],
    reply: z.object({ image, images: z.array(card) }),
    messages: { failed: 'Error loading image data.' },
  }),
  download: endpoint('GET', '/images/download/:cloudflare_id/', {
    access: 'anyone',
    summary:
      'Sends exactly the bytes that were uploaded, with a readable file name. Knows HEAD, Range and If-None-Match. ' +
      'With `size` (pixels of the longer side) or `format` it sends a copy made from them, with the licence inside.',
    params: z.object({ cloudflare_id: pathSegment }),
    query: z.object({
      size: oneOfNumbers(downloadSizes, `The size is one of ${downloadSizes.join(', ')} pixels`),
      format: z.optional(z.enum(downloadFormats, 'There is no such format')),
    }),
    errors: ['image_not_found', 'range_not_satisfiable', 'busy'],
    reply: 'file',
  }),
}
