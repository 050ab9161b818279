import { limits } from '@vitrine/contract/vocabulary/limits'
import { foldText, truncate } from '#features/images/tokenizer'

const emailAddress = /\S@\S/
/** Seven digits, also with what people write between those of a telephone or account number. */
const longNumber = /\p{N}(?:[\s()./+-]*\p{N}){6}/u

/** A question as the log counts it; null where it looks like personal data. */
export function loggedQuestion(text: string): string | null {
  if (emailAddress.test(text) || longNumber.test(text)) return null
  return truncate(foldText(text).replaceAll(/\s+/gu, ' ').trim(), limits.loggedQuestion) || null
}
