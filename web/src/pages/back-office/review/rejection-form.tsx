import * as limits from '@vitrine/contract/vocabulary/limits'
import { type PictureReason, reasonsAbout, rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useEffect, useId, useRef } from 'react'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { useKeymap } from '#ui/back-office/keys.ts'
import type { Rejection } from './review-session.ts'

/** The keys of the rejection reasons: the digit row, then letters. */
export const reasonKeys: Record<PictureReason, string> = {
  no_alpha: '1',
  checkerboard: '2',
  fringe: '3',
  jagged: 'J',
  stray_pixels: '4',
  cropped: '5',
  too_small: '6',
  quality: '7',
  similar: '8',
  rights: '9',
  unfit: '0',
  description: 'D',
  other: 'O',
}

interface RejectionFormProps {
  rejection: Rejection
  /** A rejection without reason and note was tried. */
  isAsked: boolean
  editRejection: (change: Partial<Rejection>) => void
  reject: () => void
}

/** Reason and note, both shown to the contributor. */
export function RejectionForm({ rejection: { reason, note }, isAsked, editRejection, reject }: RejectionFormProps) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // In a narrow window it comes by itself.
    const isFixed = fieldset.current && getComputedStyle(fieldset.current).position === 'fixed'
    if (isAsked && !isFixed) fieldset.current!.scrollIntoView({ block: 'nearest' })
  }, [isAsked])
  useKeymap('stage', [
    { keys: [], shown: '1–0, J, D, O', does: 'Choose a reason' },
    ...reasonsAbout.picture.map(({ value }) => ({
      keys: [reasonKeys[value].toLowerCase()],
      run: () => editRejection({ reason: value }),
    })),
  ])
  // Blurred, so that the character keys work again.
  const leave = () => fieldset.current!.querySelector('textarea')!.blur()
  const send = () => {
    leave()
    reject()
  }
  useKeymap('form', [{ keys: ['Escape'], does: 'Leave the text field', run: leave }], fieldset)
  useKeymap('form', [{ keys: ['Control+Enter'], does: 'Reject from within the text field', run: send }], fieldset)
  return (
    <fieldset
      ref={fieldset}
      tabIndex={-1}
      className={`rejection ${isAsked ? 'asked' : ''}`}
      aria-describedby={`${id}-missing`}
    >
      <legend className="font-medium text-sm">If rejected, because</legend>
      <p id={`${id}-missing`} role="alert" className="text-bad text-sm empty:hidden">
        {isAsked && 'Choose a reason, or say it in your own words. The contributor learns why.'}
      </p>
      <div className="reasons mt-1.5">
        {reasonsAbout.picture.map(({ value, label, message }) => (
          <button
            key={value}
            type="button"
            className="reason"
            aria-pressed={reason === value}
            aria-keyshortcuts={reasonKeys[value]}
            title={message}
            onClick={() => editRejection({ reason: reason === value ? null : value })}
          >
            {label}
            <KeyHint name={reasonKeys[value]} />
          </button>
        ))}
      </div>
      <p className="mt-1.5 min-h-5 text-soft text-sm">{reason && rejectionMessage(reason)}</p>
      <div className="rejection-note">
        <label htmlFor={id} className="mt-2 flex justify-between font-medium text-sm">
          In your own words
          <span className="font-normal text-soft tabular-nums">{note && `${limits.note - note.length} left`}</span>
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
        />
        <p id={`${id}-hint`} className="mt-1 text-soft text-xs">
          The contributor reads the reason and these words.
        </p>
      </div>
    </fieldset>
  )
}
