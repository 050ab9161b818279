/**
 * The 20 categories, in the required order and spelling (requirements: #categories). `aliases` are other names that
 * imports and embedded metadata use; visitors never see them.
 */
export const categories = [
  { id: 1, name: 'Animals', value: 'animals', aliases: ['animal', 'birds', 'insects', 'wildlife'] },
  {
    id: 2,
    name: 'Buildings and Architecture',
    value: 'buildings_and_architecture',
    aliases: ['buildings', 'architecture', 'landmarks', 'interiors'],
  },
  { id: 3, name: 'business', value: 'business', aliases: ['office', 'finance', 'money'] },
  { id: 4, name: 'Drinks', value: 'drinks', aliases: ['drink', 'beverages'] },
  {
    id: 5,
    name: 'The Environment',
    value: 'the_environment',
    aliases: ['environment', 'nature', 'weather', 'ecology'],
  },
  { id: 6, name: 'States of Mind', value: 'states_of_mind', aliases: ['emotions', 'feelings', 'smileys', 'moods'] },
  { id: 7, name: 'Food', value: 'food', aliases: ['foods', 'meals', 'fruit', 'vegetables'] },
  {
    id: 8,
    name: 'Graphic Resources',
    value: 'graphic_resources',
    aliases: ['graphics', 'shapes', 'signs', 'symbols', 'icons', 'logos', 'decorations', 'backgrounds', 'textures'],
  },
  {
    id: 9,
    name: 'Hobbies and Leisure',
    value: 'hobbies_and_leisure',
    aliases: ['hobbies', 'leisure', 'toys', 'games'],
  },
  { id: 10, name: 'Industry', value: 'industry', aliases: ['industrial', 'tools', 'factory'] },
  { id: 11, name: 'Landscape', value: 'landscape', aliases: ['landscapes', 'scenery', 'geography', 'places'] },
  {
    id: 12,
    name: 'Lifestyle',
    value: 'lifestyle',
    aliases: ['household', 'clothing', 'fashion', 'furniture', 'beauty'],
  },
  { id: 13, name: 'People', value: 'people', aliases: ['person', 'faces', 'body', 'professions'] },
  { id: 14, name: 'Plants and Flowers', value: 'plants_and_flowers', aliases: ['plants', 'flowers', 'trees', 'flora'] },
  {
    id: 15,
    name: 'Culture and Religion',
    value: 'culture_and_religion',
    aliases: ['culture', 'religion', 'holidays', 'music', 'arts', 'flags'],
  },
  { id: 16, name: 'Science', value: 'science', aliases: ['education', 'medicine', 'space', 'healthcare'] },
  { id: 17, name: 'Social Issues', value: 'social_issues', aliases: ['society', 'politics'] },
  { id: 18, name: 'Sports', value: 'sports', aliases: ['sport', 'recreation'] },
  {
    id: 19,
    name: 'Technology',
    value: 'technology',
    aliases: ['computer', 'computers', 'electronics', 'devices', 'telephones'],
  },
  { id: 20, name: 'Transport', value: 'transport', aliases: ['transportation', 'vehicles', 'travel', 'traffic'] },
] as const

export type Category = (typeof categories)[number]

/** The category with this name, value or alias, ignoring case. */
export function findCategory(text: string): Category | null {
  const key = normalizeName(text)
  const matches = ({ name, value, aliases }: Category) =>
    normalizeName(name) === key || value === text || aliases.some((alias) => alias === key)
  return categories.find(matches) ?? null
}

/** The value on the wire of the category with this database id. */
export const categoryValueById = (id: number | null) => categories.find((category) => category.id === id)?.value ?? null

const normalizeName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
