import type { Config } from '#config'
import { fail } from '#kit/api-error'

/** Whose password it is to be. */
export interface PasswordOwner {
  username: string
  email: string
}

export interface PasswordRules {
  /** Throws a sentence at the field when a password is too easily guessed. */
  check(password: string, of: PasswordOwner, field: string): Promise<void>
}

/**
 * Refuses what guessers try first: the 47,000 most common passwords of 5 to 15 characters (ASVS 6.2.4, which asks for 3,000),
 * and those made of a name that anybody sees (6.2.11).
 */
export function createPasswordRules({ PASSWORD_BLOCKLIST, SITE_NAME }: PasswordRuleSettings): PasswordRules {
  return {
    async check(password, { username, email }, field) {
      if (PASSWORD_BLOCKLIST === 'off') return
      const said = password.toLowerCase()
      const names = [SITE_NAME, username, email, email.split('@')[0]!]
      if (names.some((name) => isVariantOf(said, name.toLowerCase()))) throw passwordError('known_password', field)
      if ((await commonPasswords()).has(said)) throw passwordError('common_password', field)
    },
  }
}

type PasswordRuleSettings = Pick<Config, 'PASSWORD_BLOCKLIST' | 'SITE_NAME'>

/** The name, alone or with digits and marks around it: 'vitrine', 'vitrine2025!'. */
const isVariantOf = (said: string, name: string) =>
  said === name || (trimNonLetters(name) !== '' && trimNonLetters(said) === trimNonLetters(name))

const trimNonLetters = (word: string) => word.replaceAll(/^\P{L}+|\P{L}+$/gu, '')

function passwordError(code: 'common_password' | 'known_password', at: string) {
  const { message } = fail(code)
  return fail(code, { fields: [{ at, message }] })
}

/** 30 ms and 5 MB, so only where somebody chooses a password. */
const commonPasswords = () => (loadingPasswords ??= loadCommonPasswords())
let loadingPasswords: Promise<ReadonlySet<string>> | undefined

async function loadCommonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
