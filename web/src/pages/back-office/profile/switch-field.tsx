import { useId } from 'react'

interface SwitchFieldProps {
  label: string
  /** What it does. */
  hint: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  const hintId = useId()
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-[580]">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          aria-describedby={hintId}
          className="size-5 shrink-0 cursor-pointer"
        />
        {label}
      </label>
      <p id={hintId} className="wrap-anywhere max-w-[60ch] text-pretty text-soft text-sm">
        {hint}
      </p>
    </div>
  )
}
