import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { colours } from '@vitrine/contract/vocabulary/colours'
import { orientations } from '@vitrine/contract/vocabulary/filters'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type Random, seededRandom, zipf } from '../harness/random.ts'

/** The next so many addresses that visitors ask for, paths alone; never the same ones again. */
export type NextPaths = (many: number) => string[]

/**
 * Paths that visitors request: 20 % the home page, 25 % another page of a listing, 25 % a listing through the API, 12 %
 * the page of an image, 8 % the API call of one, 10 % a download. Popularity follows Zipf's law.
 */
export async function createVisitorMix(url: string): Promise<NextPaths> {
  const random = seededRandom(11)
  const cards = shuffle(await fetchAllCards(url), random)
  const pools = (await listingPools(url, cards)).map((pool) => popular(shuffle(pool, random), random))
  const listing = () => random.pick(pools)()
  const card = popular(cards, random)
  const kinds: [until: number, () => string][] = [
    [0.2, () => pages.home.href()],
    [0.45, () => listing().page],
    [0.7, () => listing().call],
    [0.82, () => pages.image.href({ slug: card().slug })],
    [0.9, () => endpointPath(gallery.one, { slug: card().slug })],
    [1, () => endpointPath(gallery.download, { cloudflare_id: card().cloudflare_id })],
  ]
  return (many) =>
    Array.from({ length: many }, () => {
      const chance = random.next()
      return kinds.find(([until]) => chance < until)![1]()
    })
}

export async function fetchAllCards(url: string): Promise<Card[]> {
  const cards: Card[] = []
  for (let page = 1; ; page++) {
    const { count, images } = await fetchJson<{ count: number; images: Card[] }>(
      `${url}${endpointPath(gallery.approved)}?page=${page}`,
    )
    cards.push(...images)
    if (page * limits.imagesPerPage >= count) return cards
  }
}

/** Pages of everything and of each category, each with each filter; then every word of a title and every tag. */
async function listingPools(url: string, cards: Card[]) {
  const { data: tags } = await fetchJson<{ data: { name: string }[] }>(url + endpointPath(gallery.keywords))
  const words = new Set(cards.flatMap(({ title }) => title.toLowerCase().match(/\p{L}{3,}/gu) ?? []))
  const filters = [
    ...colours.map(({ value }) => ({ colour: value })),
    ...orientations.map((orientation) => ({ orientation })),
    { sort: 'downloads' },
  ]
  const everyCategory = categories.map(({ name }) => ({ category: name }))
  const everything = Array.from({ length: Math.ceil(cards.length / limits.imagesPerPage) }, (_, at) => at + 1)
  const both = everyCategory.flatMap((one) => filters.map((filter) => ({ ...one, ...filter })))
  const wide = [...everything.map((page) => ({ page: String(page) })), ...everyCategory, ...filters, ...both]
  const narrow = [...[...words].map((title) => ({ title })), ...tags.map(({ name }) => ({ keyword: name }))]
  return [wide.map(listingUrls), narrow.map(listingUrls)]
}

/** The two addresses of a listing: a page, and the call behind it. */
function listingUrls(search: Record<string, string>): { page: string; call: string } {
  const question = `?${new URLSearchParams(search)}`
  return { page: pages.home.href() + question, call: endpointPath(gallery.approved) + question }
}

async function fetchJson<Reply>(url: string): Promise<Reply> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.json() as Promise<Reply>
}

/** The first is the most popular, by Zipf's law. */
function popular<Thing>(things: Thing[], random: Random): () => Thing {
  const rank = zipf(things.length, random)
  return () => things[rank()]!
}

/** Which is the commonest must have nothing to do with what it is. */
function shuffle<Thing>(things: Thing[], random: Random): Thing[] {
  const keyed = things.map((thing) => ({ thing, key: random.next() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ thing }) => thing)
}
