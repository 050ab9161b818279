import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { messages } from './messages.ts'

interface OwnPasswordFieldProps {
  user: SignedInUser
  field: UseFormRegisterReturn
  message: string | undefined
}

/** The present password, which a change needs that an open session is not enough for. */
export function OwnPasswordField({ user, field, message }: OwnPasswordFieldProps) {
  return (
    <>
      {/* Tells password managers which account this password belongs to. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField label={messages.password} autoComplete="current-password" message={message} {...field} />
    </>
  )
}
