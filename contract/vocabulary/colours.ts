/** The colour names of the search filter, each with the colour of its swatch. Ids are stored: never renumber them. */
export const colours = [
  { id: 1, name: 'Red', value: 'red', hex: '#d92f2f' },
  { id: 2, name: 'Orange', value: 'orange', hex: '#f28a1e' },
  { id: 3, name: 'Yellow', value: 'yellow', hex: '#f5cf3b' },
  { id: 4, name: 'Green', value: 'green', hex: '#3f9d4a' },
  { id: 5, name: 'Turquoise', value: 'turquoise', hex: '#27b3a9' },
  { id: 6, name: 'Blue', value: 'blue', hex: '#2f6fd8' },
  { id: 7, name: 'Purple', value: 'purple', hex: '#8447c9' },
  { id: 8, name: 'Pink', value: 'pink', hex: '#ec7fb4' },
  { id: 9, name: 'Brown', value: 'brown', hex: '#7d5233' },
  { id: 10, name: 'Black', value: 'black', hex: '#1d1d1f' },
  { id: 11, name: 'Grey', value: 'grey', hex: '#8e9196' },
  { id: 12, name: 'White', value: 'white', hex: '#f6f6f4' },
] as const

export type ColourValue = (typeof colours)[number]['value']
