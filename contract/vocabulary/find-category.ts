import { type Category, categories } from './categories.ts'

/** For imports and embedded metadata; `categories`, which every visitor loads, has none of them. */
const aliases: Record<Category['value'], string> = {
  animals: 'animal birds insects wildlife',
  buildings_and_architecture: 'buildings architecture landmarks interiors',
  business: 'office finance money',
  drinks: 'drink beverages',
  the_environment: 'environment nature weather ecology',
  states_of_mind: 'emotions feelings smileys moods',
  food: 'foods meals fruit vegetables',
  graphic_resources: 'graphics shapes signs symbols icons logos decorations backgrounds textures',
  hobbies_and_leisure: 'hobbies leisure toys games',
  industry: 'industrial tools factory',
  landscape: 'landscapes scenery geography places',
  lifestyle: 'household clothing fashion furniture beauty',
  people: 'person faces body professions',
  plants_and_flowers: 'plants flowers trees flora',
  culture_and_religion: 'culture religion holidays music arts flags',
  science: 'education medicine space healthcare',
  social_issues: 'society politics',
  sports: 'sport recreation',
  technology: 'computer computers electronics devices telephones',
  transport: 'transportation vehicles travel traffic',
}

/** The category with this name, value or alias, ignoring case. */
export function findCategory(text: string): Category | null {
  const key = normalizeName(text)
  const matches = ({ name, value }: Category) =>
    normalizeName(name) === key || value === text || aliases[value].split(' ').includes(key)
  return categories.find(matches) ?? null
}

const normalizeName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
