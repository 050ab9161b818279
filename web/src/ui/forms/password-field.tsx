import { passwordLength } from '@vitrine/contract/fields'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { useUser } from '#api/back-office.ts'
import { FormField, type FormFieldProps } from './form-field.tsx'

interface PasswordFieldProps extends Omit<FormFieldProps, 'type' | 'children'> {
  /** For password managers. */
  autoComplete: 'current-password' | 'new-password'
}

/** By them password managers make one that is accepted (https://developer.apple.com/password-rules/). */
const passwordRules = (max: number) => ({ passwordrules: `minlength: ${passwordLength.min}; maxlength: ${max};` })

/** A password field with a button that shows what is typed. */
export function PasswordField(field: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const { site } = useAppContext()
  const rules = field.autoComplete === 'new-password' && passwordRules(site.password_max_length)
  return (
    // Spell checking is off, since some browsers would send a shown password to a spelling service.
    <FormField {...field} {...rules} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none">
      <button
        type="button"
        aria-label="Show what is typed"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="scripted reveal-password"
      >
        <Icon size={18} />
      </button>
    </FormField>
  )
}

/** The present password, which a change needs that an open session is not enough for. */
export function OwnPasswordField(field: Omit<FormFieldProps, 'label' | 'autoComplete'> & { label?: string }) {
  return (
    <>
      {/* Tells password managers which account this password belongs to. */}
      <input type="text" autoComplete="username" value={useUser().email} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" {...field} />
    </>
  )
}
