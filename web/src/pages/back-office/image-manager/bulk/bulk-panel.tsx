import { type FormEvent, useId, useRef, useState } from 'react'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { formKeys, submitAfterBlur, useKeymap } from '#ui/back-office/keys.ts'
import { ImageFields } from '../fields/image-fields.tsx'
import { messages } from '../messages.ts'
import { PanelFrame } from '../panel-frame.tsx'
import { StatusFields } from '../rejection-fields.tsx'
import {
  type BulkChange,
  emptyChange,
  isEmptyChange,
  type KeywordMode,
  keywordModes,
  withoutEmpty,
} from './bulk-change.ts'

interface BulkPanelProps {
  /** What becomes of the change. */
  note: string | false
  mayDecide: boolean
  count: number
  initial: Partial<BulkChange>
  onSave: (change: BulkChange) => void
  onClose: () => void
}

/** One form that makes the same change to many images. */
export function BulkPanel({ note, mayDecide, count, initial, onSave, onClose }: BulkPanelProps) {
  const panel = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [change, setChange] = useState<BulkChange>({ ...emptyChange, ...initial })
  const filled = withoutEmpty(change)
  const [hasProblem, setHasProblem] = useState(false)
  const edit = (edits: Partial<BulkChange>) => {
    setChange({ ...change, ...edits })
    setHasProblem(false)
  }
  const focus = (control: string) => panel.current!.querySelector<HTMLElement>(control)?.focus()

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.status === 'rejected' && !change.reason) {
      setHasProblem(true)
      focus('[name="reason"]')
    } else if (!isEmptyChange(filled)) onSave(filled)
  }
  useKeymap('form', [{ ...formKeys.save, run: submitAfterBlur }], panel)

  return (
    <PanelFrame
      panel={panel}
      headingId={id}
      head={
        <h2 id={id} className="flex-1 font-semibold">
          {messages.editMany(count)}
        </h2>
      }
      onOpen={() => focus(initial.status ? '[name="reason"]' : '[data-field="keywords"] input')}
      onClose={onClose}
    >
      <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={save}>
        <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
          <ImageFields
            isMany
            values={change}
            afterKeywords={<KeywordModes mode={change.keywordMode} onChange={(keywordMode) => edit({ keywordMode })} />}
            onChange={edit}
          />
          {mayDecide && (
            <StatusFields
              {...change}
              none={messages.unchanged}
              problems={hasProblem ? { reason: messages.reasonNeeded } : {}}
              onChange={edit}
            />
          )}
        </div>
        <footer className="grid gap-2 border-line border-t px-5 py-3">
          <p role="status" className="text-soft text-sm empty:hidden">
            {change.status ? messages.consequence(count, change.status) : note}
          </p>
          <button type="submit" className="button main small" aria-disabled={isEmptyChange(filled)}>
            All Save · {count.toLocaleString('en')}
            <KeyHint name="Ctrl ↵" className="max-lg:hidden" />
          </button>
        </footer>
      </form>
    </PanelFrame>
  )
}

/** What becomes of the keywords that the images have. */
function KeywordModes({ mode, onChange }: { mode: KeywordMode; onChange: (mode: KeywordMode) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <legend className="sr-only">What to do with these keywords</legend>
      {keywordModes.map((one) => (
        <label key={one} className="flex min-h-7 cursor-pointer items-center gap-1.5">
          <input type="radio" name="keyword-mode" checked={one === mode} onChange={() => onChange(one)} />
          {messages.keywordModes[one]}
        </label>
      ))}
    </fieldset>
  )
}
