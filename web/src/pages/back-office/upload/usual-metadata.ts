import { findLicence, type Licence } from '@vitrine/contract/vocabulary/licences'
import { type AiStatement, findAiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { storedValue } from '#api/stored-value.ts'

/** The licence, the credit and what is said of AI that a person gives to all that they upload. */
export interface UsualMetadata {
  licence?: Licence
  credit?: string
  ai_made?: AiStatement
}

export const usualMetadata = storedValue<UsualMetadata>('upload-licence', (text) => {
  try {
    const stored = JSON.parse(text ?? '{}')
    const [licence, ai_made] = [findLicence(String(stored.licence)), findAiStatement(String(stored.ai_made))]
    const credit = typeof stored.credit === 'string' ? stored.credit : ''
    return { ...(licence && { licence }), ...(credit && { credit }), ...(ai_made && { ai_made }) }
  } catch {
    return {}
  }
})
