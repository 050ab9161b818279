import { imageStatus } from '@vitrine/contract/schemas/image'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { submitAfterBlur } from '#pages/back-office/image-manager/use-shortcuts.ts'
import { BulkFields } from '#ui/back-office/bulk-edit/bulk-fields.tsx'
import { LabelledField } from '#ui/forms/form-field.tsx'
import { messages } from '../messages.ts'
import { RejectionFields } from '../rejection-fields.tsx'
import { type BulkChange, emptyChange, isEmptyChange } from './bulk-change.ts'

interface BulkPanelProps {
  user: SignedInUser
  /** Number of images that it changes. */
  count: number
  initial: Partial<BulkChange>
  onSave: (change: BulkChange) => void
  onClose: () => void
}

/** One form that makes the same change to many images. */
export function BulkPanel({ user, count, initial, onSave, onClose }: BulkPanelProps) {
  const panel = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [change, setChange] = useState<BulkChange>({ ...emptyChange, ...initial })
  const [hasProblem, setHasProblem] = useState(false)
  const edit = (edits: Partial<BulkChange>) => {
    setChange({ ...change, ...edits })
    setHasProblem(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens the dialog once
  useEffect(() => {
    panel.current!.show()
    panel.current!.querySelector<HTMLElement>(initial.status ? '[name="reason"]' : 'input')?.focus()
  }, [])

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.status === 'rejected' && !change.reason) {
      setHasProblem(true)
      panel.current!.querySelector<HTMLElement>('[name="reason"]')!.focus()
    } else if (!isEmptyChange(change)) onSave(change)
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitAfterBlur(event)
    else if (event.key === 'Escape') panel.current!.close()
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={panel} className="side-panel" aria-labelledby={id} onClose={onClose} onKeyDown={handleKey}>
      <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={save}>
        <header className="flex items-center border-line border-b py-1.5 pr-3 pl-5">
          <h2 id={id} className="flex-1 font-semibold">
            {messages.editMany(count)}
          </h2>
          <button
            type="button"
            className="icon-button"
            aria-label={messages.close}
            onClick={() => panel.current!.close()}
          >
            <X aria-hidden="true" size={20} />
          </button>
        </header>
        <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-5">
          <BulkFields edit={change} onChange={edit} />
          {user.role === 'admin' && <BulkStatusFields change={change} hasProblem={hasProblem} onChange={edit} />}
        </div>
        <footer className="grid gap-2 border-line border-t px-5 py-3">
          <p role="status" className="text-soft text-sm empty:hidden">
            {change.status ? messages.consequence(count, change.status) : user.role === 'user' && messages.editsWait}
          </p>
          <button type="submit" className="button main small" aria-disabled={isEmptyChange(change)}>
            {messages.allSave} · {count.toLocaleString('en')}
            <span aria-hidden="true" className="key max-lg:hidden">
              Ctrl ↵
            </span>
          </button>
        </footer>
      </form>
    </dialog>
  )
}

interface BulkStatusFieldsProps {
  change: BulkChange
  /** A rejection has no reason yet. */
  hasProblem: boolean
  onChange: (change: Partial<BulkChange>) => void
}

function BulkStatusFields({ change: { status, reason, note }, hasProblem, onChange }: BulkStatusFieldsProps) {
  return (
    <>
      <LabelledField label={messages.status}>
        {(id) => (
          <select
            id={id}
            className="field"
            value={status}
            onChange={({ target }) => onChange({ status: target.value as BulkChange['status'] })}
          >
            <option value="">{messages.statusUnchanged}</option>
            {imageStatus.options.map((one) => (
              <option key={one} value={one}>
                {messages.statuses[one]}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      {status === 'rejected' && (
        <RejectionFields
          reason={reason}
          note={note}
          problems={hasProblem ? { reason: messages.reasonNeeded } : {}}
          onChange={onChange}
        />
      )}
    </>
  )
}
