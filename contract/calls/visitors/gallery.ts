import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { flag, id, optionalText, pageNumber, pathSegment } from '../../fields.ts'
import { cleanKeyword } from '../../keywords.ts'
import { card, keyword, publicImage } from '../../schemas/image.ts'
import { exactSearch, replacement } from '../../schemas/search-words.ts'
import { categories } from '../../vocabulary/categories.ts'
import { colours } from '../../vocabulary/colours.ts'
import { fileLimits } from '../../vocabulary/file-limits.ts'
import {
  aiFilters,
  downloadSizes,
  minimumSizes,
  orientations,
  ownWidthStep,
  sorts,
  transparencyKinds,
} from '../../vocabulary/filters.ts'
import { findCategory } from '../../vocabulary/find-category.ts'
import { downloadFormats, imageFormats, originalFormat } from '../../vocabulary/image-formats.ts'
import { licenceIds } from '../../vocabulary/licences.ts'
import * as limits from '../../vocabulary/limits.ts'
import { managedImage } from '../back-office/lists.ts'

/** An optional whole number that must be one of `choices`. */
const oneOfNumbers = (choices: readonly number[], message: string) =>
  z.optional(
    z.coerce
      .number(message)
      .check(z.refine((value: number) => choices.includes(value), message))
      .register(z.globalRegistry, { type: 'integer', enum: [...choices] }),
  )

/** Pixels of a width of one's own; few enough choices for the store and for caches. */
const ownWidthMessage = `The width is a multiple of ${ownWidthStep} pixels`
const ownWidth = z.optional(
  z.coerce
    .number(ownWidthMessage)
    .check(
      z.multipleOf(ownWidthStep, ownWidthMessage),
      z.minimum(ownWidthStep, ownWidthMessage),
      z.maximum(fileLimits.side, `The width is at most ${fileLimits.side} pixels`),
    ),
)

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
/** Pixels that an embedding program has room for. */
const maxSide = z.optional(
  z.coerce.number('Give pixels').check(z.int('Give whole pixels'), z.minimum(1, 'At least one')),
)
/** Cleaned as keywords are when they are stored, so that what was stored as `['fox']` is found by it. */
const keywordFilter = z.optional(z.pipe(optionalText('Keyword', limits.keyword), z.transform(cleanKeyword)))

/** A category that does not exist has no image. */
const categoryFilter = z.optional(
  z
    .pipe(
      z.string(),
      z.transform((text) => findCategory(text)?.id ?? -1),
    )
    .register(z.globalRegistry, { examples: categories.map(({ value }) => value) }),
)

/** Takes a colour's value in any case. */
const colourFilter = z
  .pipe(
    z.string().check(z.refine((text: string) => colourByValue(text) !== undefined, 'There is no such colour')),
    z.transform((text) => colourByValue(text)!.id),
  )
  .register(z.globalRegistry, { enum: colours.map(({ value }) => value) })

const colourByValue = (text: string) => colours.find(({ value }) => value === text.toLowerCase())

/** A suggestion of the search box: `title` searches by words, `keyword` filters by that tag. */
const suggestion = z.object({
  kind: z.enum(['title', 'keyword']),
  text: z.string(),
  /** Number of images that it finds. */
  count: z.number(),
  /** The newest of them. */
  thumbnail: z.pick(card, { cloudflare_url: true, contrast_tile: true, visible_fit: true }),
})
export type Suggestion = z.output<typeof suggestion>

/** The visitors' calls, without signing in (requirements: #calls, #public-calls). */
export const gallery = {
  approved: endpoint('GET', '/images/approved/', {
    access: 'anyone',
    isCacheable: true,
    summary:
      'Lists approved images: by words of the title, by category, by keyword, by colour of the visible pixels, by ' +
      'orientation, by the minimum pixels of the longer side and by transparency: `cutout` where the edge alone is ' +
      'soft, `soft` where more of it is, `none` where nothing is clear; `clean_edges=1` for verified images whose ' +
      'edge was measured to be clean, by licence and by AI: `exclude` leaves out what contributor or file say AI ' +
      'made, wholly or in part, `none` lists what is said to be made without, `only` those with it. ' +
      '`count` is exact. Without `sort`, a search by title lists the best matches first, all others the newest.',
    query: z.object({
      title: searchText,
      category: categoryFilter,
      keyword: keywordFilter,
      page: pageNumber,
      colour: z.optional(colourFilter),
      orientation: z.optional(z.enum(orientations, 'There is no such orientation')),
      size: oneOfNumbers(minimumSizes, `The least size is one of ${minimumSizes.join(', ')} pixels`),
      transparency: z.optional(z.enum(transparencyKinds, 'There is no such transparency')),
      clean_edges: flag('Clean edges'),
      licence: z.optional(z.enum(licenceIds, 'There is no such licence')),
      ai: z.optional(z.enum(aiFilters, 'It is exclude, none or only')),
      sort: z.optional(z.enum(sorts, 'There is no such order')),
      exact: exactSearch,
    }),
    reply: z.object({
      count: z.number(),
      /** What was searched for in place of words that no image has. */
      meant: z.optional(z.array(replacement)),
      /** Where no image has all of the words: those that name what is shown; every image has one or more of them. */
      partly: z.optional(z.array(z.string())),
      /** Where nothing was found: at most three searches that find something. */
      near: z.optional(z.array(z.string())),
      /** Admins get what the lists of the back office have, too. */
      images: z.array(z.union([managedImage, card])),
    }),
    messages: { failed: 'Failed to load images.' },
  }),
  keywords: endpoint('GET', '/images/keywords/', {
    access: 'anyone',
    isCacheable: true,
    summary:
      'Lists the tags of approved images, the most used first, with the number of their images; `first` limits their ' +
      'number. `after`, the id of the last tag of a reply, continues it. `exclude_generic=1` leaves out names of ' +
      'categories and words that name nothing, such as "and".',
    query: z.object({ first: tagCount, after: z.optional(id), exclude_generic: flag('Exclude generic') }),
    reply: z.object({ data: z.array(z.object({ ...keyword.shape, count: z.number() })) }),
  }),
  suggestions: endpoint('GET', '/images/suggestions/', {
    access: 'anyone',
    isCacheable: true,
    summary: 'Completes a search as it is typed: titles and tags of approved images, at most eight.',
    query: z.object({ title: searchText }),
    reply: z.object({ suggestions: z.array(suggestion) }),
  }),
  one: endpoint('GET', '/images/:slug/', {
    access: 'anyone',
    isCacheable: true,
    summary:
      'Returns one image and related ones, `page` by page; `title` and `keyword` narrow these as they do a search. ' +
      '`findings`, `edge_score` and `is_verified` are what was measured of its transparency, `transparency_text` ' +
      'says it in words. `creator` is whom to name, and `credit_line` a line that credits the image, null where ' +
      'none is asked for. `derivatives` are its other sizes and formats; `byte_size` is null where a copy was not ' +
      'made yet.',
    params: z.object({ slug: pathSegment }),
    query: z.object({ title: searchText, keyword: keywordFilter, page: pageNumber }),
    errors: ['image_not_found', 'taken_down'],
    reply: z.object({ image: publicImage, images: z.array(card) }),
    messages: { failed: 'Error loading image data.' },
  }),
  oembed: endpoint('GET', '/oembed/', {
    access: 'anyone',
    isCacheable: true,
    summary: 'Describes the image of a page’s address to programs that embed links: oEmbed 1.0, type photo, JSON only.',
    query: z.object({
      url: optionalText('The address', 2_000),
      maxwidth: maxSide,
      maxheight: maxSide,
      format: z.optional(z.literal('json', 'The format is json')),
    }),
    errors: ['image_not_found', 'taken_down'],
    reply: z.object({
      version: z.literal('1.0'),
      type: z.literal('photo'),
      title: z.string(),
      /** Of a preview, and the pixels in which to show it. */
      url: z.string(),
      width: z.number(),
      height: z.number(),
      author_name: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
    }),
  }),
  download: endpoint('GET', '/images/download/:cloudflare_id/', {
    access: 'anyone',
    bulkhead: 'none', // a slow download holds nothing that others need
    summary:
      'Sends exactly the bytes that were uploaded, with a readable file name. Supports HEAD, Range and ' +
      'If-None-Match. With `size` (pixels of the longer side), `format`, `width` or `trim=1` (to what is visible) it ' +
      'sends a derivative with the licence embedded, without loss: WebP as well as PNG. It is never enlarged.',
    params: z.object({ cloudflare_id: pathSegment }),
    query: z
      .object({
        size: oneOfNumbers(downloadSizes, `The size is one of ${downloadSizes.join(', ')} pixels`),
        format: z.optional(z.enum(downloadFormats, 'There is no such format')),
        width: ownWidth,
        trim: flag('Trim'),
      })
      .check(
        z.refine(({ size, format, width, trim }) => !(width && trim) && !((width || trim) && (size || format)), {
          error: 'Width and trim go alone',
          path: ['width'],
        }),
      ),
    errors: ['image_not_found', 'taken_down', 'range_not_satisfiable', 'too_many', 'busy', 'overloaded', 'disk_full'],
    reply: 'file',
    fileTypes: [originalFormat.mime, imageFormats.webp.mime],
  }),
}

const tooManyMessage = `A tray has at most ${limits.trayImages} images`

/** Ids separated by commas, each once, in their order. */
const imageIds = z.pipe(
  z
    .string('Name the ids of images')
    .check(
      z.maxLength(limits.trayImages * 12, { error: tooManyMessage, abort: true }),
      z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, { error: 'Ids are whole numbers, separated by commas', abort: true }),
    ),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
    z.array(z.number()).check(z.maxLength(limits.trayImages, tooManyMessage)),
  ),
)

/** The calls of the tray, in which visitors collect images without an account (requirements: #tray, #zip). */
export const tray = {
  cards: endpoint('GET', '/images/approved/cards/', {
    access: 'anyone',
    isCacheable: true,
    summary:
      `Returns the cards of up to ${limits.trayImages} approved images by their \`ids\`, separated by commas, in ` +
      'that order; what is no approved image is left out.',
    query: z.object({ ids: imageIds }),
    reply: z.object({ images: z.array(card) }),
  }),
  // Below an address that no slug can have, so that no image loses its own.
  zip: endpoint('GET', '/images/download/', {
    access: 'anyone',
    bulkhead: 'none', // a slow download holds nothing that others need
    summary:
      `Sends the originals of up to ${limits.trayImages} approved images as one zip, byte for byte, with a text that ` +
      'names the licence and each image; what is no approved image is left out and named there. One zip at a time ' +
      'for each network. Supports HEAD.',
    query: z.object({ ids: imageIds }),
    errors: ['no_images_left', 'zip_too_large', 'zip_running', 'overloaded'],
    reply: 'file',
    streamedType: 'application/zip',
  }),
}

/** The pictures that visitors see first. */
export const highlights = {
  today: endpoint('GET', '/images/highlights/', {
    access: 'anyone',
    isCacheable: true,
    summary:
      'Lists the pictures of the day: six, or three of a `category`, verified, of the most downloaded of the last ' +
      'days, or else of the newest. Together their previews of 320 pixels have at most 90 kB. Of a category its ' +
      'description is sent too. `cover` is the picture of all of them that shared links show.',
    query: z.object({ category: categoryFilter }),
    reply: z.object({
      description: z.nullable(z.string()),
      cover: z.nullable(z.object({ url: z.string(), width: z.number(), height: z.number() })),
      images: z.array(card),
    }),
  }),
}
