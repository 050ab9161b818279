/** Texts about the level of a person. */
export const messages = {
  heading: 'Level',
  fix: 'Set by hand',
  byRules: 'No',
  hint: 'A level that you choose holds whatever the numbers say. It is in the audit.',
}
