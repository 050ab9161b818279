import { findLicence } from '@vitrine/contract/vocabulary/licences'
import { findAiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { storedValue } from '#api/stored-value.ts'
import type { UsualMetadata } from '../model/upload.ts'

/** The licence, the credit and what is said of AI that were last chosen for all images of a list. */
export const usualMetadata = storedValue<UsualMetadata>('upload-licence', (text) => {
  try {
    const { licence, credit, ai_made } = JSON.parse(text ?? '{}')
    return {
      ...(findLicence(String(licence)) && { licence }),
      ...(typeof credit === 'string' && { credit }),
      ...(findAiStatement(String(ai_made)) && { ai_made }),
    }
  } catch {
    return {}
  }
})
