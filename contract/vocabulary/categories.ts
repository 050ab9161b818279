/** The 20 categories, in the required order and spelling (requirements: #categories). */
export const categories = [
  { id: 1, name: 'Animals', value: 'animals' },
  { id: 2, name: 'Buildings and Architecture', value: 'buildings_and_architecture' },
  { id: 3, name: 'business', value: 'business' },
  { id: 4, name: 'Drinks', value: 'drinks' },
  { id: 5, name: 'The Environment', value: 'the_environment' },
  { id: 6, name: 'States of Mind', value: 'states_of_mind' },
  { id: 7, name: 'Food', value: 'food' },
  { id: 8, name: 'Graphic Resources', value: 'graphic_resources' },
  { id: 9, name: 'Hobbies and Leisure', value: 'hobbies_and_leisure' },
  { id: 10, name: 'Industry', value: 'industry' },
  { id: 11, name: 'Landscape', value: 'landscape' },
  { id: 12, name: 'Lifestyle', value: 'lifestyle' },
  { id: 13, name: 'People', value: 'people' },
  { id: 14, name: 'Plants and Flowers', value: 'plants_and_flowers' },
  { id: 15, name: 'Culture and Religion', value: 'culture_and_religion' },
  { id: 16, name: 'Science', value: 'science' },
  { id: 17, name: 'Social Issues', value: 'social_issues' },
  { id: 18, name: 'Sports', value: 'sports' },
  { id: 19, name: 'Technology', value: 'technology' },
  { id: 20, name: 'Transport', value: 'transport' },
] as const

export type Category = (typeof categories)[number]

/** The name of the category with this value on the wire; undefined for none. */
export const categoryName = (value: string | null | undefined) =>
  categories.find((category) => category.value === value)?.name

/** The value on the wire of the category with this database id. */
export const categoryValueById = (id: number | null) => categories.find((category) => category.id === id)?.value ?? null
