import { type RejectionReason, rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import Check from 'lucide-react/icons/check'
import SkipForward from 'lucide-react/icons/skip-forward'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Action } from '../stage/stage-controls.tsx'
import { messages } from './messages.ts'
import type { DecidedItem } from './review-session.ts'

interface ActionsProps {
  /** While the queue loads there is nothing to decide. */
  isLoading: boolean
  /** What an approval that was tried would let pass; '' where there is nothing. */
  warning: string
  /** Of a rejection, as it is chosen at present. */
  reason: RejectionReason | null
  /** The image of the last verdict, if it can be undone. */
  last: DecidedItem | undefined
  undo: () => void
  reject: () => void
  skip: () => void
  approve: () => void
}

/** The verdict buttons at the bottom, within thumb reach on a phone. */
export function Actions({ isLoading, warning, reason, last, undo, reject, skip, approve }: ActionsProps) {
  const approval = warning ? 'Approve anyway' : 'Approve'
  return (
    <>
      <p role="alert" className="col-span-full font-medium text-bad empty:hidden">
        {warning}
      </p>
      <UndoButton last={last} undo={undo} />
      <Action name="Reject" shortcut="X" className="reject" isDisabled={isLoading} onPress={reject}>
        <X size={19} strokeWidth={2.25} />
        {/* Where the form is out of sight. */}
        <span aria-hidden="true" className="order-1 font-medium text-xs empty:hidden lg:hidden">
          {rejectionReasons.find(({ value }) => value === reason)?.label}
        </span>
      </Action>
      <Action name="Skip" shortcut="S" isDisabled={isLoading} onPress={skip}>
        <SkipForward size={18} />
      </Action>
      <Action name={approval} shortcut="A" className="main" isDisabled={isLoading} onPress={approve}>
        <Check size={19} strokeWidth={2.5} />
      </Action>
    </>
  )
}

export function UndoButton({ last, undo }: Pick<ActionsProps, 'last' | 'undo'>) {
  return (
    <Button
      className="undo"
      disabled={!last}
      aria-label={last ? messages.undoThis(last.verdict, last.image.title) : 'Undo'}
      aria-keyshortcuts="Z"
      onClick={undo}
    >
      <Undo2 size={19} />
      <KeyHint name="Z" />
    </Button>
  )
}
