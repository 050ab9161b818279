import { limits } from '@vitrine/contract/vocabulary/limits'
import { rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { messages } from './messages.ts'
import type { Rejection } from './model/review-session.ts'
import { KeyHint } from './shortcuts/key-hint.tsx'
import { reasonKeys } from './shortcuts/reason-keys.ts'

interface RejectionFormProps {
  rejection: Rejection
  /** A rejection without either was tried. */
  isMissing: boolean
  fieldset: RefObject<HTMLFieldSetElement | null>
  explain: (because: Partial<Rejection>) => void
  reject: () => void
}

/** Why, in the words that the contributor will read. */
export function RejectionForm({
  rejection: { reason, note },
  isMissing: missing,
  fieldset: place,
  explain,
  reject,
}: RejectionFormProps) {
  const id = useId()
  const hands = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    // Left, so that the single keys work again.
    if (sends || event.key === 'Escape') event.currentTarget.blur()
    if (sends) reject()
  }
  return (
    <fieldset ref={place} tabIndex={-1} className="min-w-0 scroll-my-24" aria-describedby={`${id}-missing`}>
      <legend className="font-medium text-sm">{messages.rejectionHeading}</legend>
      <p id={`${id}-missing`} role="alert" className="text-bad text-sm empty:hidden">
        {missing && messages.reasonMissing}
      </p>
      <div className="reasons mt-1.5">
        {rejectionReasons.map(({ value, words: sentence }) => (
          <button
            key={value}
            type="button"
            className="reason"
            aria-pressed={reason === value}
            aria-keyshortcuts={reasonKeys[value]}
            onClick={() => explain({ reason: reason === value ? null : value })}
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
        maxLength={limits.note}
        value={note}
        aria-describedby={`${id}-hint`}
        onChange={(event) => explain({ note: event.currentTarget.value })}
        onKeyDown={hands}
      />
      <p id={`${id}-hint`} className="mt-1 text-soft text-xs">
        {messages.noteHint}
      </p>
    </fieldset>
  )
}
