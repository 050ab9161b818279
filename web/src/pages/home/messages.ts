import { imageCount } from '#search/messages.ts'

const grouped = new Intl.NumberFormat('en')

/** Texts of the home page (requirements: #home). */
export const messages = {
  title: 'Free transparent PNG images',
  titleOf: (terms: string) => `${terms}: free transparent PNG images`,
  titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
  description:
    'Transparent PNG images, free for commercial use. The transparency of every file is checked. ' +
    'One click, the exact file, no sign-in.',
  cover: 'Pictures of the library',
  heading: { before: 'Free download ', seeThrough: 'transparent', after: ' png files' },
  subline: 'Real alpha, checked. One click, the exact file. No sign-in.',
  categories: 'Categories',
  allCategories: 'All',
  results: 'Trending images for designers',
  headings: { trending: 'Trending images', newest: 'Newest images', downloads: 'Most downloaded images' },
  or: ' or ',
  quoted: (words: string) => `“${words}”`,
  tagged: (keyword: string) => `tagged “${keyword}”`,
  within: (what: string, place: string) => `${what} in ${place}`,
  nothingFor: (words: string) => `Nothing for “${words}”`,
  nothingTagged: (keyword: string) => `Nothing tagged “${keyword}”`,
  count: imageCount,
  filters: 'Filters',
  colour: 'Colour',
  orientation: 'Orientation',
  size: 'At least this large',
  transparency: 'Transparency',
  licence: 'Licence',
  names: {
    orientation: { landscape: 'Landscape', portrait: 'Portrait', square: 'Square' },
    transparency: { cutout: 'Cut out', soft: 'Soft parts', none: 'No transparency' },
    clean_edges: { 1: 'Clean edges' },
  },
  atLeast: (size: number) => `${grouped.format(size)} px`,
  remove: (label: string, filter: string) => `${filter === 'keyword' ? 'Keyword ' : ''}${label}: remove`,
  order: 'Sort',
  orders: { relevance: 'Relevance', trending: 'Trending', newest: 'Newest', downloads: 'Most downloaded' },
  tags: 'Trending Tags Today',
  moreTags: 'Show More',
  loading: 'Loading...',
  none: 'No images found.',
  noneHint: 'Try another word, or one of these instead.',
  pages: (pages: number) => (pages === 1 ? 'There is one page only.' : `There are ${pages} pages.`),
  firstPage: 'First page',
  lastPage: 'Last page',
  any: (filter: string) => `Any ${filter.replace('keyword', 'tag').replace('clean_', '')}`,
  noFilters: 'No filters',
  all: 'See all images',
  ofTheDay: 'Pictures of the day',
}
