import * as limits from '@vitrine/contract/vocabulary/limits'
import {
  type ReportReason,
  type ReportVerb,
  reportReasonOf,
  reportReasons,
  reportSentences,
} from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { SmallButton } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import type { Decision, ReportedImage } from './use-report-queue.ts'

export const isDanger = (verb: ReportVerb) => verb === 'take_down' || verb === 'keep_down'

interface DecisionDialogProps {
  image: ReportedImage
  verb: ReportVerb
  onDecide: (decision: Decision) => void
  onClose: () => void
}

/** Confirms a decision; the button has the focus, so that Enter takes the sentence as it is, unless one is needed. */
export function DecisionDialog({ image, verb, onDecide, onClose }: DecisionDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  const sentence = useRef<HTMLTextAreaElement>(null)
  const isOfTakenDown = reportSentences[verb] === ''
  const [reason, setReason] = useState<ReportReason>(reportReasonOf(image.reasons[0]?.reason ?? '').value)
  useEffect(() => (isOfTakenDown ? sentence.current! : confirm.current!).focus(), [isOfTakenDown])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A second Enter finds the dialog closed.
    if ((event.nativeEvent as SubmitEvent).submitter !== confirm.current) return
    const fields = new FormData(event.currentTarget)
    const textOf = (name: string) => String(fields.get(name) ?? '').trim()
    onDecide({ verb, sentence: textOf('sentence'), note: textOf('note'), reason })
  }
  return (
    <Dialog title={messages.question[verb](image.title)} onClose={onClose}>
      <form method="dialog" className="mt-4 grid gap-4" onSubmit={submit}>
        {messages.verbHints[verb] && <p className="text-soft text-sm">{messages.verbHints[verb]}</p>}
        {verb !== 'hide' && (
          <TextField
            {...text}
            ref={sentence}
            label={isOfTakenDown ? 'Why, for both sides' : 'For the reporters'}
            name="sentence"
            defaultValue={reportSentences[verb]}
            required={isOfTakenDown}
          />
        )}
        {verb !== 'keep' && !isOfTakenDown && (
          <>
            <SelectField
              label="Reason, for the contributor"
              choices={reportReasons}
              value={reason}
              onChoose={(chosen) => chosen && setReason(chosen)}
            />
            <TextField {...text} label="For the contributor, optional" name="note" />
          </>
        )}
        <div className="flex justify-end gap-2.5">
          <SmallButton type="submit" formNoValidate text="Cancel" />
          <SmallButton
            ref={confirm}
            type="submit"
            className={isDanger(verb) ? 'main danger' : 'main'}
            text={messages.verb[verb]}
          />
        </div>
      </form>
    </Dialog>
  )
}

const text = { rows: 3, maxLength: limits.note }
