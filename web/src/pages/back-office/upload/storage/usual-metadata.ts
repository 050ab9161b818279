import { findLicence } from '@vitrine/contract/vocabulary/licences'
import { storedValue } from '#api/stored-value.ts'
import type { UsualMetadata } from '../model/upload.ts'

/** The licence and the credit that were last chosen for all images of a list. */
export const usualMetadata = storedValue<UsualMetadata>('upload-licence', (text) => {
  try {
    const { licence, credit } = JSON.parse(text ?? '{}')
    return {
      ...(findLicence(String(licence)) && { licence }),
      ...(typeof credit === 'string' && { credit }),
    }
  } catch {
    return {}
  }
})
