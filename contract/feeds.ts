import { displayName } from './display-name.ts'
import { fillPath } from './endpoint.ts'
import type { PublicContributor } from './schemas/user.ts'
import type { Category } from './vocabulary/categories.ts'

/** Atom feeds of the newest approved images, for the server's routes (requirements: #feeds). */
export const feedPaths = {
  newest: '/feeds/newest/',
  category: '/feeds/category/:category/',
  contributor: '/feeds/by/:username/',
} as const

/** A feed as the pages name it that show the same images. */
export interface FeedLink {
  title: string
  path: string
  type?: string
}

export const newestFeed: FeedLink = { title: 'Newest images', path: feedPaths.newest }

export const categoryFeed = ({ name, value }: Category): FeedLink => ({
  title: `Newest images: ${name}`,
  path: fillPath(feedPaths.category, { category: value }),
})

export const contributorFeed = (contributor: Pick<PublicContributor, 'username' | 'first_name' | 'last_name'>) => ({
  title: `Newest images by ${displayName(contributor)}`,
  path: fillPath(feedPaths.contributor, { username: contributor.username }),
})
