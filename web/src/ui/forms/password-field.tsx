import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { FormField, type FormFieldProps } from './form-field.tsx'
import { messages } from './messages.ts'

interface PasswordFieldProps extends Omit<FormFieldProps, 'type' | 'children'> {
  /** For password managers. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button that shows what is typed. */
export function PasswordField(field: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    // Spell checking is off, since some browsers would send a shown password to a spelling service.
    <FormField {...field} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none">
      <button
        type="button"
        aria-label={messages.showPassword}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="scripted reveal-password"
      >
        <Icon aria-hidden="true" size={18} />
      </button>
    </FormField>
  )
}
