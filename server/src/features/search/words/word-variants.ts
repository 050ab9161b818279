/** Ways in which British and American spellings differ: what is replaced, and by what. */
const spellings: [RegExp, string][] = [
  [/our/g, 'or'],
  [/or(?=[a-z]*$)/, 'our'],
  [/(?<=[a-z]{2}[tbcghv])re$/, 'er'],
  [/(?<=[a-z]{2}[tbc])er$/, 're'],
  [/is(e|ed|er|ers|ing|ation)$/, 'iz$1'],
  [/iz(e|ed|er|ers|ing|ation)$/, 'is$1'],
  [/ys(e|ed|er|ing)$/, 'yz$1'],
  [/yz(e|ed|er|ing)$/, 'ys$1'],
  [/ogue$/, 'og'],
  [/og$/, 'ogue'],
  [/ll(ed|ing|er|ers)$/, 'l$1'],
  [/l(ed|ing|er|ers)$/, 'll$1'],
  [/ence$/, 'ense'],
  [/ense$/, 'ence'],
  [/^aero/, 'air'],
  [/ae|oe/g, 'e'],
  [/que$/, 'ck'],
  [/ou(?=l[dt])/, 'o'],
  [/(?<=[^u])ol(?=[dt])/, 'oul'],
  [/ough$/, 'ow'],
  [/gray/, 'grey'],
  [/grey/, 'gray'],
  [/yre$/, 'ire'],
  [/ire$/, 'yre'],
  [/^ax$/, 'axe'],
  [/^axe$/, 'ax'],
  [/ky$/, 'key'],
  [/key$/, 'ky'],
]

/** The word as it is written on the other side of the Atlantic, as far as a rule tells; not all of these are words. */
export function otherSpellings(word: string): string[] {
  if (!/^[a-z]{2,}$/.test(word)) return []
  const others = spellings.map(([written, otherwise]) => word.replace(written, otherwise))
  return [...new Set(others)].filter((other) => other !== word && other.length > 1)
}

/** Forms under which a dictionary lists an inflected word; not all of these are words. */
export function lemmasOf(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return []
  const forms = [
    word.replace(/s$/, ''),
    word.replace(/(x|s|ch|sh)es$/, '$1'),
    word.replace(/ies$/, 'y'),
    word.replace(/(ing|ed)$/, ''),
    word.replace(/(ing|ed)$/, 'e'),
    word.replace(/(.)\1(ing|ed)$/, '$1'),
  ]
  return distinctForms(word, forms)
}

/** What an adjective's comparative or superlative may be made of. */
export function positivesOf(word: string): string[] {
  if (!/^[a-z]{2,}(er|est)$/.test(word)) return []
  const stem = word.replace(/(er|est)$/, '')
  return distinctForms(word, [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')])
}

/** The superlative of a comparative, and the other way round. */
export const otherDegree = (word: string) =>
  word.endsWith('er') ? word.replace(/er$/, 'est') : word.replace(/est$/, 'er')

export const pluralOf = (noun: string) =>
  /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, 'ies') : `${noun}s`

/** The inflected forms of an English word, and what it may be a form of; not all of these are words. */
export function inflectionsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return []
  const stem = word.replace(/e$/, '')
  return [
    ...lemmasOf(word),
    ...distinctForms(word, [`${word}s`, `${word}es`, word.replace(/y$/, 'ies'), `${stem}ing`, `${stem}ed`]),
  ]
}

const distinctForms = (word: string, forms: string[]) =>
  [...new Set(forms)].filter((form) => form !== word && form.length > 2)
