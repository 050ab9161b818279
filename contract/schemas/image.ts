import * as z from 'zod/mini'
import { time } from '../fields.ts'
import { keywordName, keywordsIn } from '../keywords.ts'
import { colours } from '../vocabulary/colours.ts'
import { findCategory } from '../vocabulary/find-category.ts'
import { originalFormat } from '../vocabulary/image-formats.ts'
import { licenceIds } from '../vocabulary/licences.ts'
import { aiStatementIds } from '../vocabulary/provenance/ai-statements.ts'
import { digitalSourceIds, sourcePlaces } from '../vocabulary/provenance/digital-sources.ts'
import { transparency } from './findings.ts'
import { personName } from './user.ts'

/** The shapes of an image that several calls send. Field names equal the columns and the JSON. */

export const imageStatus = z.enum(['pending', 'approved', 'rejected'])
export type ImageStatus = z.output<typeof imageStatus>

/** That of the review, or a draft, which its contributor alone sees until they submit it (requirements: #drafts). */
export const ownStatus = z.enum([...imageStatus.options, 'draft'])
export type OwnStatus = z.output<typeof ownStatus>

export const keyword = z.object({ id: z.number(), name: z.string() }).register(z.globalRegistry, { id: 'Keyword' })
export type Keyword = z.output<typeof keyword>

/** A colour of the visible pixels with its share of them, and the name by which similar images are found. */
export const swatch = z.object({
  hex: z.string(),
  share: z.number(),
  name: z.enum(colours.map(({ value }) => value)),
})
export type Swatch = z.output<typeof swatch>

/** The themes in which a picture lies on the contrast tile instead of the usual one. */
export const contrastTiles = ['light', 'dark', 'both'] as const
export type ContrastTile = (typeof contrastTiles)[number]

/** An image in a listing, with its size, so that the page does not shift as it loads (requirements: #image-fields). */
export const card = z
  .object({
    id: z.number(),
    slug: z.string(),
    title: z.string(),
    cloudflare_url: z.string(),
    cloudflare_id: z.string(),
    width: z.number(),
    height: z.number(),
    byte_size: z.number(),
    colour: z.nullable(z.string()),
    contrast_tile: z.nullable(z.enum(contrastTiles)),
    soft_share: transparency.soft_share,
    /** How it is drawn so that what is visible fills a square (requirements: #visible-box); null where it does. */
    visible_fit: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Card' })
export type Card = z.output<typeof card>

/** What names an image and shows it. */
export const imageLink = z.pick(card, { id: true, slug: true, title: true, cloudflare_url: true })

/** How a file says that it came about. */
export const fileSource = z.nullable(
  z.object({ source: z.enum(digitalSourceIds), place: z.enum(sourcePlaces), generator: z.string() }),
)

export const image = z.object({
  ...card.shape,
  description: z.string(),
  keywords: z.array(keyword),
  category: z.nullable(z.string()),
  status: imageStatus,
  main_url: z.string(),
  mime_type: z.literal(originalFormat.mime),
  ...transparency,
  colours: z.array(swatch),
  licence: z.enum(licenceIds),
  /** What its contributor says of artificial intelligence. */
  ai_made: z.enum(aiStatementIds),
  user: z.object({
    ...personName,
    /** Whether the contributor has a page of their own (requirements: #contributor-page). */
    has_page: z.boolean(),
  }),
  created_at: z.string(),
})
export type Image = z.output<typeof image>

/** What can be downloaded of an image besides its original (requirements: #derivatives). */
const derivative = z.object({
  kind: z.enum(['trimmed', 'resized', 'webp']),
  /** Pixels; null for a trimmed copy of a file whose visible box was not measured yet. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Null until it was made and requested. */
  byte_size: z.nullable(z.number()),
  href: z.string(),
})
export type Derivative = z.output<typeof derivative>

/** An image with all that its page shows. */
export const publicImage = z
  .object({
    ...image.shape,
    /** Its licence in a sentence, and the address of its text. */
    licence_text: z.string(),
    licence_url: z.string(),
    /** Whom to name: as the contributor said, or else the contributor. */
    creator: z.string(),
    /** The line that credits it; null where neither licence nor contributor asks for one. */
    credit_line: z.nullable(z.string()),
    /** How its file says that it came about, which is not verified; null where it says nothing. */
    file_source: fileSource,
    /** What is said of artificial intelligence, in sentences. */
    provenance: z.array(z.string()),
    /** The address of its Digital Source Type (IPTC); null where nothing is known. */
    digital_source_url: z.nullable(z.string()),
    downloads: z.number(),
    /** The trimmed copy first, then PNGs from the largest to the smallest, then WebP. */
    derivatives: z.array(derivative),
  })
  .register(z.globalRegistry, { id: 'Image' })
export type PublicImage = z.output<typeof publicImage>

/** The wire takes a category's name or value in any case, and '' for none; replies carry the value. */
export const category = z.nullable(
  z.pipe(
    z.string().check(z.refine((text: string) => !text || findCategory(text) !== null, 'There is no such category')),
    z.transform((text) => findCategory(text)?.id ?? null),
  ),
)

/** A name, or an object with a name, whose id is ignored: browsers invent it (requirements: #keyword-rules). */
const givenKeyword = z.pipe(
  z.pipe(
    z.union([z.string(), z.object({ name: z.string() })]),
    z.transform((given: string | { name: string }) => (typeof given === 'string' ? given : given.name)),
  ),
  keywordName,
)

export const keywords = z.pipe(
  z.array(givenKeyword).check(z.maxLength(500, 'These are more keywords than anyone searches by')),
  z.transform((names: string[]) => keywordsIn(names.join(','))),
)

/** A decision about an image as its contributor and admins see it. */
export const decision = z.object({
  /** ISO 8601. */
  at: time,
  status: imageStatus,
  reason: z.nullable(z.string()),
  note: z.string(),
  /** Whether it was about a waiting edit of the image. */
  about_edit: z.boolean(),
  /** Who made it; null for contributors, and where an account is gone. */
  by: z.nullable(z.string()),
  /** Whether no one made it: the image went live at once, by the level of its contributor. */
  is_automatic: z.boolean(),
  /** What the contributor says against a rejection. */
  disagreement: z.nullable(z.string()),
})

/**
 * What two images have in common, the strongest first: the same picture in any size, margin or encoding; the same
 * drawing also mirrored, turned, in other colours or with a shadow (requirements: #look-alikes).
 */
export const resemblance = z.object({
  kind: z.enum(['same_file', 'same_picture', 'same_drawing']),
  /** How the found image is mirrored or turned to become this one: 1 mirrored, 2 upside down, 4 transposed before. */
  orientation: z.number(),
  other_colours: z.boolean(),
})
export type ImageResemblance = z.output<typeof resemblance>
