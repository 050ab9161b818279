import { limits } from '@vitrine/contract/vocabulary/limits'
import type { SettlementOutcome } from '@vitrine/contract/vocabulary/reports/objections'
import { type FormEvent, useEffect, useRef } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { LabelledField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import type { ReportedImage } from './report-queries.ts'

interface ObjectionDialogProps {
  image: ReportedImage
  outcome: SettlementOutcome
  onSettle: (sentence: string) => void
  onClose: () => void
}

/** Confirms a decision about an objection; a picture that stays down needs a sentence. */
export function ObjectionDialog({ image, outcome, onSettle, onClose }: ObjectionDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  const sentence = useRef<HTMLTextAreaElement>(null)
  const isNeeded = outcome === 'kept_down'
  const { kind, is_owner_blocked } = image.objection!
  useEffect(() => (isNeeded ? sentence.current! : confirm.current!).focus(), [isNeeded])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if ((event.nativeEvent as SubmitEvent).submitter !== confirm.current) return
    onSettle(sentence.current!.value.trim())
  }
  return (
    <Dialog title={messages.settleQuestion[outcome](image.title)} onClose={onClose}>
      <form method="dialog" className="mt-4 grid gap-4" onSubmit={submit}>
        <p className="text-soft text-sm">{messages.settleHint[outcome]}</p>
        {outcome === 'returned' && is_owner_blocked && (
          <p className="text-sm">{messages.staysBlocked(image.user.username)}</p>
        )}
        <LabelledField label={(isNeeded ? messages.whyDown : messages.whyReturned)[kind]}>
          {(id) => (
            <textarea
              ref={sentence}
              id={id}
              rows={3}
              dir="auto"
              className="field"
              maxLength={limits.note}
              required={isNeeded}
            />
          )}
        </LabelledField>
        <div className="flex justify-end gap-2.5">
          <button type="submit" formNoValidate className="button small">
            {messages.cancel}
          </button>
          <button ref={confirm} type="submit" className={`button main small ${isNeeded ? 'danger' : ''}`}>
            {messages.settle[outcome]}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
