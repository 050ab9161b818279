import type { Config } from '#config'
import { fieldError } from '#kit/api-error'

export type PasswordRules = ReturnType<typeof createPasswordRules>

/** Fewer are refused, since 'aaaaa' and 'ababab' are tried early. */
const differentCharacters = 3

/** Refuses the 47,000 most common passwords (OWASP ASVS 6.2.4), those made of public names (6.2.11) and simple ones. */
export function createPasswordRules({ PASSWORD_BLOCKLIST, SITE_NAME, SITE_URL }: PasswordRuleSettings) {
  const siteNames = SITE_URL ? [SITE_NAME, new URL(SITE_URL).hostname] : [SITE_NAME]
  let loading: Promise<ReadonlySet<string>> | undefined
  /** Loaded with the first password that is chosen: it takes 60 ms and 5 MB. */
  const commonPasswords = () => (loading ??= loadCommonPasswords())

  return {
    /** Throws an error for the field when the password is too easily guessed. */
    async check(password: string, { username, email }: { username: string; email: string }, field: string) {
      if (PASSWORD_BLOCKLIST === 'off') return
      const words = [...wordsIn(lowerCase(password))]
      const folded = words.map(foldLookAlikes)
      const names = [...siteNames, username, email, email.split('@')[0]!]
      const known = new Set(names.flatMap((name) => [name, trimNonLetters(name)]).map(foldLookAlikes))
      if (foldLookAlikes(email).startsWith(folded[0]!) || folded.some((word) => word && known.has(word)))
        throw fieldError('known_password', field)
      const common = await commonPasswords()
      if (folded.some((word) => common.has(word))) throw fieldError('common_password', field)
      if (new Set(folded[0]).size < differentCharacters || words.some(isMadeOfRuns))
        throw fieldError('simple_password', field)
    },
  }
}

type PasswordRuleSettings = Pick<Config, 'PASSWORD_BLOCKLIST' | 'SITE_NAME' | 'SITE_URL'>

const trimNonLetters = (word: string) => word.replaceAll(/^\P{L}+|\P{L}+$/gu, '')

async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((word) => foldLookAlikes(String(word))))
}

/** The characters that stand for each letter. */
const lookAlikes = { o: '0', i: '1l!|', e: '3', a: '4@', s: '5$', t: '7+' }
const letterOf = new Map(
  Object.entries(lookAlikes).flatMap(([letter, signs]) => [...signs].map((one) => [one, letter])),
)

/** The text without the differences of case, width (NFKC) and look-alikes: 'P4$$w0rd' and 'password' are the same. */
const foldLookAlikes = (text: string) =>
  lowerCase(text).replaceAll(/[01l!|34@5$7+]/g, (character) => letterOf.get(character)!)

/** The text without the differences of case and width (NFKC). */
const lowerCase = (text: string) => text.normalize('NFKC').toLowerCase()

/** Each word that the password may be, once where it only repeats it: of 'Murano-murano' also 'murano'. */
function* wordsIn(password: string): Generator<string> {
  for (const word of withoutAdded(password)) {
    yield word
    yield word.replace(/^(.+?)([^\p{L}\p{N}]?)\1(?:\2\1)*$/u, '$1')
  }
}

/** The password, and what remains of it without digits and signs at its ends, some of which may stand for letters. */
function* withoutAdded(password: string): Generator<string> {
  yield password
  yield password.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const firstLetter = password.search(/\p{L}/u)
  const lastLetter = password.search(/\p{L}\P{L}*$/u)
  for (let begin = 0; begin <= firstLetter; begin++)
    for (let end = password.length; end > lastLetter; end--) yield password.slice(begin, end)
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ...['qwertzuiop', 'yxcvbnm'],
  ...['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
]
const sequences = rows.flatMap((row) => [row, [...row].reverse().join('')])

const shortestRun = 3

/** Whether the word is made of runs along the alphabet, the digits or a row of a keyboard: 'fedcba', 'qwe789'. */
function isMadeOfRuns(word: string): boolean {
  let at = 0
  while (at < word.length) {
    const length = Math.max(...sequences.map((sequence) => runLength(word, at, sequence)))
    if (length < shortestRun) return false
    at += length
  }
  return word !== ''
}

/** Characters of the word from there on that follow each other in the sequence. */
function runLength(word: string, at: number, sequence: string): number {
  const start = sequence.indexOf(word[at]!)
  if (start < 0) return 0
  let length = 1
  while (at + length < word.length && word[at + length] === sequence[start + length]) length++
  return length
}
