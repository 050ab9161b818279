import { rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import { messages } from './messages.ts'

/** For a select: no reason yet, then each in the words that the contributor reads. */
export function ReasonOptions() {
  return (
    <>
      <option value="">{messages.chooseReason}</option>
      {rejectionReasons.map(({ value, words: sentence }) => (
        <option key={value} value={value}>
          {sentence}
        </option>
      ))}
    </>
  )
}
