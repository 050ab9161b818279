import { imageCount } from '#search/messages.ts'

/** Texts of the home page (requirements: #home). */
export const messages = {
  description:
    'Transparent PNG images, free for commercial use. The transparency of every file is checked. ' +
    'One click, the exact file, no sign-in.',
  cover: 'Pictures of the library',
  /** Of two lines. */
  heading: ['Free download', 'transparent png files'],
  /** Each on one line. */
  sublines: ['Real alpha, checked.', 'One click, the exact file.', 'No sign-in.'],
  headings: { trending: 'Trending images', newest: 'Newest images', downloads: 'Most downloaded images' },
  count: imageCount,
  show: (count: number) => `Show ${count.toLocaleString('en')}`,
  names: {
    orientation: { landscape: 'Landscape', portrait: 'Portrait', square: 'Square' },
    transparency: { cutout: 'Cut out', soft: 'Soft parts', none: 'No transparency' },
    clean_edges: { 1: 'Clean edges' },
    ai: { exclude: 'Leave AI out', none: 'Said to be without AI', only: 'Made with AI' },
  },
  atLeast: (size: number) => `${size.toLocaleString('en')} px`,
  remove: (label: string, filter: string) => `${filter === 'keyword' ? 'Keyword ' : ''}${label}: remove`,
  orders: { relevance: 'Relevance', trending: 'Trending', newest: 'Newest', downloads: 'Most downloaded' },
  loading: 'Loading...',
  pages: (pages: number) => (pages === 1 ? 'There is one page only.' : `There are ${pages} pages.`),
  firstPage: 'First page',
  any: (filter: string) => `Any ${filter.replace('keyword', 'tag').replace('clean_', '').replace('ai', 'AI')}`,
}
