/**
 * What each upload states. Raise the version, which images and people have stored, with every change of this or the
 * terms, say in `termsChanges` what is new, and keep the earlier texts in decision 0055.
 */
export const rightsStatement = {
  version: 2,
  text:
    'I made these pictures or may give them away. Anyone may use each of them under the licence that I chose for ' +
    'it.',
} as const

/** What each version of the terms has changed, for people who agreed to an earlier one. */
export const termsChanges: Record<number, string> = {
  2:
    'You now choose the licence of each picture, and whom to credit. Once a picture is public its licence stays; ' +
    'only CC0, which allows everything, can take its place.',
}

export const termsChangesSince = (version: number): string[] =>
  Object.entries(termsChanges).flatMap(([changed, text]) => (Number(changed) > version ? text : []))
