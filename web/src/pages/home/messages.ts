import { imageCount } from '#search/messages.ts'

const grouped = new Intl.NumberFormat('en')

/** Texts of the home page (requirements: #home). */
export const messages = {
  title: 'Free transparent PNG images',
  tag: (keyword: string) => `${keyword} (tag)`,
  titleOf: (terms: string) => `${terms}: free transparent PNG images`,
  titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
  description:
    'Transparent PNG images, free for commercial use. The transparency of every file is checked. ' +
    'One click, the exact file, no sign-in.',
  cover: 'Pictures of the library',
  /** Of two lines. */
  heading: ['Free download', 'transparent png files'],
  /** Each on one line. */
  sublines: ['Real alpha, checked.', 'One click, the exact file.', 'No sign-in.'],
  categories: 'Categories',
  allCategories: 'All',
  results: 'Trending images for designers',
  headings: { trending: 'Trending images', newest: 'Newest images', downloads: 'Most downloaded images' },
  quoted: (words: string) => `“${words}”`,
  tagged: (keyword: string) => `tagged “${keyword}”`,
  within: (what: string, place: string) => `${what} in ${place}`,
  nothingFor: (words: string) => `Nothing for “${words}”`,
  nothingTagged: (keyword: string) => `Nothing tagged “${keyword}”`,
  count: imageCount,
  filters: 'Filters',
  moreFilters: 'More',
  show: (count: number) => `Show ${grouped.format(count)}`,
  colour: 'Colour',
  orientation: 'Orientation',
  size: 'At least this large',
  transparency: 'Transparency',
  licence: 'Licence',
  ai: 'AI, as contributors and files say',
  names: {
    orientation: { landscape: 'Landscape', portrait: 'Portrait', square: 'Square' },
    transparency: { cutout: 'Cut out', soft: 'Soft parts', none: 'No transparency' },
    clean_edges: { 1: 'Clean edges' },
    ai: { exclude: 'Leave AI out', none: 'Said to be without AI', only: 'Made with AI' },
  },
  atLeast: (size: number) => `${grouped.format(size)} px`,
  remove: (label: string, filter: string) => `${filter === 'keyword' ? 'Keyword ' : ''}${label}: remove`,
  order: 'Sort',
  orders: { relevance: 'Relevance', trending: 'Trending', newest: 'Newest', downloads: 'Most downloaded' },
  tags: 'Trending Tags Today',
  moreTags: 'Show More',
  loading: 'Loading...',
  unreachable: 'The library does not answer',
  none: 'No images found.',
  noneHint: 'Try another word, or one of these instead.',
  pages: (pages: number) => (pages === 1 ? 'There is one page only.' : `There are ${pages} pages.`),
  firstPage: 'First page',
  lastPage: 'Last page',
  any: (filter: string) => `Any ${filter.replace('keyword', 'tag').replace('clean_', '').replace('ai', 'AI')}`,
  noFilters: 'No filters',
  all: 'See all images',
  ofTheDay: 'Pictures of the day',
  relatedToFound: 'Related images',
}
