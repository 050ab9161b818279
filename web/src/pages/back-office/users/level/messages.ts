/** Texts about the level of a person. */
export const messages = {
  heading: 'Level',
  set: 'Level of this person',
  byRules: 'By the rules',
  hint: 'A level that you choose holds whatever the numbers say. It is in the audit.',
}
