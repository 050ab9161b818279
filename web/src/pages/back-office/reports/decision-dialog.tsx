import { limits } from '@vitrine/contract/vocabulary/limits'
import {
  type ReportVerb,
  reportReasonOf,
  reportReasons,
  reportSentences,
} from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type FormEvent, useEffect, useRef } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { SmallButton } from '#ui/button.tsx'
import { LabelledField, TextField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import type { ReportedImage } from './report-queries.ts'
import type { Decision } from './use-report-queue.ts'

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
  useEffect(() => (isOfTakenDown ? sentence.current! : confirm.current!).focus(), [isOfTakenDown])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A second Enter finds the dialog closed.
    if ((event.nativeEvent as SubmitEvent).submitter !== confirm.current) return
    const fields = new FormData(event.currentTarget)
    const textOf = (name: string) => String(fields.get(name) ?? '').trim()
    const reason = isOfTakenDown ? undefined : reportReasonOf(textOf('reason')).value
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
        {!isOfTakenDown && (
          <>
            <LabelledField label="Reason, for the contributor" className={verb === 'keep' ? 'hidden' : ''}>
              {(id) => (
                <select id={id} name="reason" className="field" defaultValue={image.reasons[0]?.reason}>
                  {reportReasons.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </LabelledField>
            {verb !== 'keep' && <TextField {...text} label="For the contributor, optional" name="note" />}
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
