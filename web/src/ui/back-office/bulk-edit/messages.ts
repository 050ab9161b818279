/** Texts of the fields of bulk edits. */
export const messages = {
  keywordHint: 'Separated by commas',
  removeKeyword: (name: string) => `Remove ${name}`,
  keywordMode: 'What to do with these keywords',
  keywordModes: { add: 'Add', remove: 'Remove', replace: 'Replace all' },
  unchanged: 'Unchanged',
  chooseAi: 'Please choose',
}
