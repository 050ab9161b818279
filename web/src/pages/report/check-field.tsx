import type { FormState } from '@vitrine/contract/form-state'
import { useId } from 'react'
import { FieldMessage } from '#ui/forms/form-field.tsx'

interface CheckFieldProps {
  label: string
  name: string
  posted: FormState | undefined
  message: string | undefined
}

/** A statement that is ticked. */
export function CheckField({ label, name, posted, message }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          name={name}
          className="mt-0.5 size-5 shrink-0"
          defaultChecked={posted?.values[name] !== undefined}
          aria-invalid={Boolean(message)}
          aria-describedby={id}
        />
        {label}
      </label>
      <FieldMessage id={id} message={message} />
    </div>
  )
}
