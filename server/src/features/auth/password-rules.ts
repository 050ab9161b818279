import type { Config } from '#config'
import { fieldError } from '#kit/api-error'

/** The names that the password must not consist of. */
export interface PasswordOwner {
  username: string
  email: string
}

export interface PasswordRules {
  /** Throws an error for the field when the password is too easily guessed. */
  check(password: string, of: PasswordOwner, field: string): Promise<void>
}

/**
 * Refuses the 47,000 most common passwords of 5 to 15 characters (OWASP ASVS 6.2.4, which asks for 3,000), and those
 * made of public names (6.2.11).
 */
export function createPasswordRules({ PASSWORD_BLOCKLIST, SITE_NAME }: PasswordRuleSettings): PasswordRules {
  let loading: Promise<ReadonlySet<string>> | undefined
  /** Loaded with the first password that is chosen: it takes 30 ms and 5 MB. */
  const commonPasswords = () => (loading ??= loadCommonPasswords())

  return {
    async check(password, { username, email }, field) {
      if (PASSWORD_BLOCKLIST === 'off') return
      const lowerCase = password.toLowerCase()
      const names = [SITE_NAME, username, email, email.split('@')[0]!]
      if (names.some((name) => isVariantOf(lowerCase, name.toLowerCase()))) throw fieldError('known_password', field)
      if ((await commonPasswords()).has(lowerCase)) throw fieldError('common_password', field)
    },
  }
}

type PasswordRuleSettings = Pick<Config, 'PASSWORD_BLOCKLIST' | 'SITE_NAME'>

/** Whether it is the name, alone or with digits and punctuation around it: 'vitrine', 'vitrine2025!'. */
const isVariantOf = (password: string, name: string) =>
  password === name || (trimNonLetters(name) !== '' && trimNonLetters(password) === trimNonLetters(name))

const trimNonLetters = (word: string) => word.replaceAll(/^\P{L}+|\P{L}+$/gu, '')

async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
