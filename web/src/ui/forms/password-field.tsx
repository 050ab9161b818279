import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { messages } from '#shells/auth/messages.ts'
import { FormField, type FormFieldProps } from './form-field.tsx'

interface PasswordFieldProps extends Omit<FormFieldProps, 'type' | 'children'> {
  /** For password managers. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password, which one may look at while typing it. */
export function PasswordField(field: PasswordFieldProps) {
  const [shown, show] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    // Shown, it is a text like any other: some browsers would send it to a spelling service.
    <FormField {...field} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none">
      <button
        type="button"
        aria-label={messages.showPassword}
        aria-pressed={shown}
        onClick={() => show(!shown)}
        className="scripted reveal-password"
      >
        <Icon aria-hidden="true" size={18} />
      </button>
    </FormField>
  )
}
