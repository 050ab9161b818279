import type { FaultKind } from '@vitrine/contract/measures/findings'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { messages } from './messages.ts'

/** Overrules faults of one image; each call tells whether it succeeded. */
export interface Overruling {
  overrule: (kind: FaultKind, reason: string) => Promise<boolean>
  reinstate: (kind: FaultKind) => Promise<boolean>
}

interface OverruleControlProps {
  kind: FaultKind
  /** Of the finding. */
  label: string
  isOverruled: boolean
  overruling: Overruling
  shortcut: string | undefined
}

/** A button that overrules a fault, with a field for the reason, or that reinstates it. */
export function OverruleControl({ kind, label, isOverruled, overruling, shortcut }: OverruleControlProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isFocusDue = useRef(false)
  // The button had the focus before it gave way to the field, or was disabled.
  useEffect(() => {
    if (!isFocusDue.current || !button.current || isBusy) return
    isFocusDue.current = false
    button.current.focus()
  })
  const run = async (call: Promise<boolean>) => {
    setBusy(true)
    const isDone = await call
    setBusy(false)
    if (isDone) close()
  }
  const close = () => {
    isFocusDue.current = true
    setAsking(false)
  }
  if (isAsking)
    return (
      <ReasonField isBusy={isBusy} onSave={(reason) => void run(overruling.overrule(kind, reason))} onCancel={close} />
    )
  return (
    <button
      ref={button}
      type="button"
      className="link flex min-h-6 cursor-pointer items-center gap-2 text-sm"
      aria-label={isOverruled ? messages.reinstateThis(label) : messages.overruleThis(label)}
      aria-keyshortcuts={isOverruled ? undefined : shortcut}
      disabled={isBusy}
      onClick={() => (isOverruled ? void run(overruling.reinstate(kind)) : setAsking(true))}
    >
      {isOverruled ? messages.reinstate : messages.overrule}
      {!isOverruled && shortcut && (
        <span aria-hidden="true" className="key">
          {shortcut}
        </span>
      )}
    </button>
  )
}

interface ReasonFieldProps {
  isBusy: boolean
  onSave: (reason: string) => void
  onCancel: () => void
}

/** No form: it stands inside the form of the side panel. */
function ReasonField({ isBusy, onSave, onCancel }: ReasonFieldProps) {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current!.focus(), [])
  const canSave = reason.trim() !== '' && !isBusy
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither saves the form nor closes the panel that it stands in.
    event.preventDefault()
    if (event.key === 'Escape') onCancel()
    else if (canSave) onSave(reason.trim())
  }
  return (
    <div className="mt-1 grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {messages.whyNoFault}
      </label>
      <input
        id={id}
        ref={field}
        className="field min-h-[38px]! py-1! text-sm!"
        value={reason}
        maxLength={limits.note}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <div className="flex gap-2">
        <button type="button" className="button main small" disabled={!canSave} onClick={() => onSave(reason.trim())}>
          {messages.save}
        </button>
        <button type="button" className="button small" onClick={onCancel}>
          {messages.cancel}
        </button>
      </div>
    </div>
  )
}
