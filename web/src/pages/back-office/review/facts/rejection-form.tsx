import { limits } from '@vitrine/contract/vocabulary/limits'
import { rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { messages } from '../messages.ts'
import type { Rejection } from '../model/review-session.ts'
import { KeyHint } from '../shortcuts/key-hint.tsx'
import { reasonKeys } from '../shortcuts/reason-keys.ts'

interface RejectionFormProps {
  rejection: Rejection
  /** A rejection without reason and note was tried. */
  isMissing: boolean
  fieldset: RefObject<HTMLFieldSetElement | null>
  editRejection: (change: Partial<Rejection>) => void
  reject: () => void
}

/** Reason and note, both shown to the contributor. */
export function RejectionForm({
  rejection: { reason, note },
  isMissing,
  fieldset,
  editRejection,
  reject,
}: RejectionFormProps) {
  const id = useId()
  const handleKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    // Blurred, so that the character keys work again.
    if (isSubmit || event.key === 'Escape') event.currentTarget.blur()
    if (isSubmit) reject()
  }
  return (
    <fieldset ref={fieldset} tabIndex={-1} className="min-w-0 scroll-my-24" aria-describedby={`${id}-missing`}>
      <legend className="font-medium text-sm">{messages.rejectionHeading}</legend>
      <p id={`${id}-missing`} role="alert" className="text-bad text-sm empty:hidden">
        {isMissing && messages.reasonMissing}
      </p>
      <div className="reasons mt-1.5">
        {rejectionReasons.map(({ value, message: sentence }) => (
          <button
            key={value}
            type="button"
            className="reason"
            aria-pressed={reason === value}
            aria-keyshortcuts={reasonKeys[value]}
            onClick={() => editRejection({ reason: reason === value ? null : value })}
          >
            <KeyHint name={reasonKeys[value]} />
            <span>{sentence}</span>
          </button>
        ))}
      </div>
      <label htmlFor={id} className="mt-3 flex justify-between font-medium text-sm">
        {messages.note}
        <span className="font-normal text-soft tabular-nums">
          {note && messages.charactersLeft(limits.note - note.length)}
        </span>
      </label>
      <textarea
        id={id}
        className="field mt-1.5 block text-sm!"
        rows={2}
        dir="auto"
        maxLength={limits.note}
        value={note}
        aria-describedby={`${id}-hint`}
        onChange={(event) => editRejection({ note: event.currentTarget.value })}
        onKeyDown={handleKeys}
      />
      <p id={`${id}-hint`} className="mt-1 text-soft text-xs">
        {messages.noteHint}
      </p>
    </fieldset>
  )
}
