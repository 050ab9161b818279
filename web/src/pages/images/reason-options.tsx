import { rejectionReasons } from '@vitrine/contract/reasons'
import { words } from './words.ts'

/** For a select: no reason yet, then each in the words that the contributor reads. */
export function ReasonOptions() {
  return (
    <>
      <option value="">{words.chooseReason}</option>
      {rejectionReasons.map(({ value, words: sentence }) => (
        <option key={value} value={value}>
          {sentence}
        </option>
      ))}
    </>
  )
}
