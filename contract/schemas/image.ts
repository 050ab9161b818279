import * as z from 'zod/mini'
import { isPrintable, optionalText } from '../fields.ts'
import { categories, findCategory } from '../vocabulary/categories.ts'
import { limits } from '../vocabulary/limits.ts'

/** The noun of the product, in the shapes that several features send. Field names are the columns' and the wire's. */

export const imageStatus = z.enum(['pending', 'approved', 'rejected'])
export type ImageStatus = z.output<typeof imageStatus>

export const keyword = z.object({ id: z.number(), name: z.string() })
export type Keyword = z.output<typeof keyword>

/** Of the visible pixels: 'light' ones would vanish on a light tile; all others are 'dark'. */
export const tone = z.enum(['light', 'dark'])

export const swatch = z.object({ hex: z.string(), share: z.number() })

/** One image in a listing, with what a card needs so that nothing jumps (requirements: #image-fields, #image-grid). */
export const card = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  cloudflare_url: z.string(),
  cloudflare_id: z.string(),
  width: z.number(),
  height: z.number(),
  byte_size: z.number(),
  colour: z.nullable(z.string()),
  tone,
})
export type Card = z.output<typeof card>

export const image = z.object({
  ...card.shape,
  description: z.string(),
  keywords: z.array(keyword),
  category: z.nullable(z.string()),
  status: imageStatus,
  main_url: z.string(),
  mime_type: z.literal('image/png'),
  clear_share: z.number(),
  soft_share: z.number(),
  colours: z.array(swatch),
  user: z.object({ username: z.string(), first_name: z.string(), last_name: z.string() }),
  created_at: z.string(),
})
export type Image = z.output<typeof image>

/** The wire takes the name that the buttons show or the value, whatever the case; replies carry the value. */
export const category = z.pipe(
  z.string().check(z.refine((said: string) => findCategory(said) !== null, 'There is no such category')),
  z.transform((said) => findCategory(said)!.id),
)

/** The stored number of a category as the wire's value. */
export const categoryValue = (id: number | null) => categories.find((c) => c.id === id)?.value ?? null

export const title = optionalText('Title', limits.title).check(z.trim(), z.minLength(1, 'Title is required'))
export const description = optionalText('Description', limits.description).check(z.trim())

/** Ignores blanks, duplicates (whatever the case) and ids made up by a browser (requirements: #keyword-rules). */
export const keywords = z.pipe(
  z
    .array(
      z.union([
        optionalText('A keyword', limits.keyword),
        z.object({ name: optionalText('A keyword', limits.keyword) }),
      ]),
    )
    .check(z.maxLength(500, 'These are more keywords than anybody searches by')),
  z.transform((said) => distinctKeywords(said.map((k) => (typeof k === 'string' ? k : k.name)))),
)

/**
 * Square brackets and quotes are stripped (requirements: #keyword-fields), and so is what separates keywords in tables;
 * white space is folded, what cannot be shown or is too long is
 * no keyword; of doubles the first one stays. Reads no further than it must, however many are said.
 */
export function distinctKeywords(said: string[]): string[] {
  const first = new Map<string, string>()
  for (const name of said) {
    const bare = name.replaceAll(/[[\]"'“”,;\s]+/g, ' ').trim()
    const key = bare.toLowerCase()
    if (bare && bare.length <= limits.keyword && isPrintable(bare) && !first.has(key)) first.set(key, bare)
    if (first.size === limits.keywordsPerImage) break
  }
  return [...first.values()]
}
