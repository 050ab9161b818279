import { categories } from '@vitrine/contract/vocabulary/categories'

/** What e2e/start.ts puts into the library: two people and 120 approved pictures, so that there are two pages. */

export const password = 'glass-case-1'
export const admin = { username: 'curator', email: 'curator@people.example' }
export const contributor = { username: 'maker', email: 'maker@people.example' }

const subjects = [
  'fox',
  'apple',
  'lantern',
  'violin',
  'rocket',
  'tulip',
  'anchor',
  'kettle',
  'feather',
  'compass',
  'ladder',
  'marble',
]
const colours = ['Red', 'Golden', 'Green', 'Blue', 'Violet', 'Silver', 'Amber', 'Coral', 'Ivory', 'Teal']
const hexColours = [
  '#d8432f',
  '#d9a514',
  '#3a9d4f',
  '#2f6fd8',
  '#8147c9',
  '#c9ced6',
  '#e08a1e',
  '#f0765a',
  '#f7f3e6',
  '#178f8f',
]

/** "Red fox" to "Teal marble", the newest last. */
export const pictures = colours.flatMap((colour, c) =>
  subjects.map((thing, t) => ({
    title: `${colour} ${thing}`,
    keywords: [thing, colour.toLowerCase()],
    category: categories[(c + t) % categories.length]!.name,
    colour: hexColours[c]!,
    width: 200 + 20 * t,
    height: 200 + 30 * (t % 4),
  })),
)
