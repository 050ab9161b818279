import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { FormFieldProps } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { messages } from './messages.ts'

interface OwnPasswordFieldProps extends Omit<FormFieldProps, 'label' | 'autoComplete'> {
  user: SignedInUser
}

/** The present password, which a change needs that an open session is not enough for. */
export function OwnPasswordField({ user, ...field }: OwnPasswordFieldProps) {
  return (
    <>
      {/* Tells password managers which account this password belongs to. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label={messages.password} autoComplete="current-password" {...field} />
    </>
  )
}
