import { limits } from '@vitrine/contract/vocabulary/limits'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { reportReasonOf, reportReasons, reportSentence } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type FormEvent, useEffect, useRef } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { LabelledField } from '#ui/forms/form-field.tsx'
import { type Choice, messages, outcomeOf } from './messages.ts'
import type { ReportedImage } from './report-queries.ts'
import type { Decision } from './use-report-decisions.ts'

interface DecisionDialogProps {
  image: ReportedImage
  choice: Choice
  onDecide: (decision: Decision) => void
  onClose: () => void
}

const hints: Partial<Record<Choice, string>> = {
  corrected: messages.correctedHint,
  withheld: messages.withheldHint,
  blocked: messages.blockedHint,
}

/** Confirms a decision; the button has the focus, so that Enter takes the sentence as it is. */
export function DecisionDialog({ image, choice, onDecide, onClose }: DecisionDialogProps) {
  const outcome = outcomeOf(choice)
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => confirm.current!.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A second Enter finds the dialog closed.
    if ((event.nativeEvent as SubmitEvent).submitter !== confirm.current) return
    const fields = new FormData(event.currentTarget)
    const textOf = (name: string) => String(fields.get(name) ?? '').trim()
    const [sentence, owner_sentence] = [textOf('sentence'), textOf('owner_sentence')]
    onDecide({ choice, sentence, owner_sentence, reason: reportReasonOf(textOf('reason')).value })
  }
  return (
    <Dialog title={messages.question(choice, image.title, image.user.username)} onClose={onClose}>
      <form method="dialog" className="mt-4 grid gap-4" onSubmit={submit}>
        {hints[choice] && <p className="text-soft text-sm">{hints[choice]}</p>}
        {outcome !== 'withheld' && (
          <SentenceField name="sentence" label={messages.sentence} defaultValue={reportSentence(outcome)} />
        )}
        <LabelledField label={messages.reason} className={outcome === 'unchanged' ? 'hidden' : ''}>
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
        {outcome !== 'unchanged' && <SentenceField name="owner_sentence" label={messages.ownerSentence} />}
        <p className="text-soft text-xs">{messages.saveHint(reportLimits.undoMinutes)}</p>
        <div className="flex justify-end gap-2.5">
          <button type="submit" className="button small">
            {messages.cancel}
          </button>
          <button
            ref={confirm}
            type="submit"
            className={`button main small ${outcome === 'taken_down' ? 'danger' : ''}`}
          >
            {messages.outcome[choice]}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface SentenceFieldProps {
  name: string
  label: string
  defaultValue?: string
}

const SentenceField = ({ name, label, defaultValue }: SentenceFieldProps) => (
  <LabelledField label={label}>
    {(id) => (
      <textarea
        id={id}
        name={name}
        rows={3}
        dir="auto"
        className="field"
        maxLength={limits.note}
        defaultValue={defaultValue}
      />
    )}
  </LabelledField>
)
