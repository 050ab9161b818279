/**
 * The 20 categories, in their binding order and spelling (requirements: #categories).
 * `also` are the words by which imports and embedded
 * metadata name them; they never reach a visitor.
 */
export const categories = [
  { id: 1, name: 'Animals', value: 'animals', also: ['animal', 'birds', 'insects', 'wildlife'] },
  {
    id: 2,
    name: 'Buildings and Architecture',
    value: 'buildings_and_architecture',
    also: ['buildings', 'architecture', 'landmarks', 'interiors'],
  },
  { id: 3, name: 'business', value: 'business', also: ['office', 'finance', 'money'] },
  { id: 4, name: 'Drinks', value: 'drinks', also: ['drink', 'beverages'] },
  { id: 5, name: 'The Environment', value: 'the_environment', also: ['environment', 'nature', 'weather', 'ecology'] },
  { id: 6, name: 'States of Mind', value: 'states_of_mind', also: ['emotions', 'feelings', 'smileys', 'moods'] },
  { id: 7, name: 'Food', value: 'food', also: ['foods', 'meals', 'fruit', 'vegetables'] },
  {
    id: 8,
    name: 'Graphic Resources',
    value: 'graphic_resources',
    also: ['graphics', 'shapes', 'signs', 'symbols', 'icons', 'logos', 'decorations', 'backgrounds', 'textures'],
  },
  { id: 9, name: 'Hobbies and Leisure', value: 'hobbies_and_leisure', also: ['hobbies', 'leisure', 'toys', 'games'] },
  { id: 10, name: 'Industry', value: 'industry', also: ['industrial', 'tools', 'factory'] },
  { id: 11, name: 'Landscape', value: 'landscape', also: ['landscapes', 'scenery', 'geography', 'places'] },
  { id: 12, name: 'Lifestyle', value: 'lifestyle', also: ['household', 'clothing', 'fashion', 'furniture', 'beauty'] },
  { id: 13, name: 'People', value: 'people', also: ['person', 'faces', 'body', 'professions'] },
  { id: 14, name: 'Plants and Flowers', value: 'plants_and_flowers', also: ['plants', 'flowers', 'trees', 'flora'] },
  {
    id: 15,
    name: 'Culture and Religion',
    value: 'culture_and_religion',
    also: ['culture', 'religion', 'holidays', 'music', 'arts', 'flags'],
  },
  { id: 16, name: 'Science', value: 'science', also: ['education', 'medicine', 'space', 'healthcare'] },
  { id: 17, name: 'Social Issues', value: 'social_issues', also: ['society', 'politics'] },
  { id: 18, name: 'Sports', value: 'sports', also: ['sport', 'recreation'] },
  {
    id: 19,
    name: 'Technology',
    value: 'technology',
    also: ['computer', 'computers', 'electronics', 'devices', 'telephones'],
  },
  { id: 20, name: 'Transport', value: 'transport', also: ['transportation', 'vehicles', 'travel', 'traffic'] },
] as const

export type Category = (typeof categories)[number]

/** The category that a person or a file means: its name, its value or a word it also goes by, whatever the case. */
export function findCategory(said: string): Category | null {
  const key = normalizeName(said)
  return (
    categories.find((c) => normalizeName(c.name) === key || c.value === said || c.also.some((word) => word === key)) ??
    null
  )
}

const normalizeName = (said: string) =>
  said
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
