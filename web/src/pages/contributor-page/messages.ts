import { imageCount } from '#search/messages.ts'

/** Texts of a contributor's page (requirements: #contributor-page). */
export const messages = {
  title: (name: string) => `${name}: free PNG images`,
  titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
  description: (name: string, count: number) =>
    `${imageCount(count)} by ${name}: free PNG files, one click each, exactly as they were uploaded.`,
  feed: 'Atom feed',
  count: imageCount,
  loading: 'Loading...',
  failed: 'Failed to load images.',
  none: 'No images found.',
  noneYet: 'Nothing of theirs is in the library yet.',
  pastEnd: (pages: number) => (pages === 1 ? 'There is one page.' : `There are ${pages} pages.`),
  firstPage: 'First page',
  all: 'See all images',
}
