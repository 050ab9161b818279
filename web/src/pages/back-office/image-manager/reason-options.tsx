import { rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import { messages } from './messages.ts'

/** Options of a select: no reason yet, then each with the text that the contributor reads. */
export function ReasonOptions() {
  return (
    <>
      <option value="">{messages.chooseReason}</option>
      {rejectionReasons.map(({ value, message: sentence }) => (
        <option key={value} value={value}>
          {sentence}
        </option>
      ))}
    </>
  )
}
