import { categories } from '@vitrine/contract/vocabulary/categories'

/**
 * The library that global-setup.ts uploads: two people and 120 approved images, so that their list has two pages. Tests
 * of the public pages count and name these alone. No other image has their subjects, colours or keywords as words, or
 * the category Food.
 */

const password = 'glass-case-1'
export const admin = { username: 'curator', email: 'curator@people.example', password }
export const contributor = { username: 'maker', email: 'maker@people.example', password }
export const contributorName = { first: 'Mira', last: 'Okafor' }

const subjects = 'fox apple lantern violin rocket tulip anchor kettle feather compass ladder marble'.split(' ')
const colours = ['Red', 'Golden', 'Green', 'Blue', 'Violet', 'Silver', 'Amber', 'Coral', 'Ivory', 'Teal']
const hexColours = '#d8432f #d9a514 #3a9d4f #2f6fd8 #8147c9 #c9ced6 #e08a1e #f0765a #f7f3e6 #178f8f'.split(' ')

/** The keyword that all of them share, and no other image. */
export const collection = 'cabinet'

/** Keywords that two images share, so that the tag cloud has more than two steps. */
const shelves = 60

/** "Red fox" to "Teal marble", the newest last. */
export const seedImages = colours.flatMap((colour, c) =>
  subjects.map((subject, s) => ({
    title: `${colour} ${subject}`,
    keywords: [subject, colour.toLowerCase(), `shelf${1 + ((c * subjects.length + s) % shelves)}`, collection],
    category: categories[(c + s) % categories.length]!.name,
    colour: hexColours[c]!,
    width: 200 + 20 * s,
    height: 200 + 30 * (s % 4),
    hasHoles: true, // no two are the same drawing
  })),
)
