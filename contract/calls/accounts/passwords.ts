import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { fieldsMatch, password, requiredText } from '../../fields.ts'

/** Only the format is checked: older accounts may have longer addresses (requirements: #forgot-validation). */
export const forgotPasswordFields = z.object({
  email: requiredText('Email', 1, 254).check(z.regex(/^\S+@\S+$/, 'Enter a valid email.')),
})

const newPassword = password('New password')

/** The fields of the page's form; the call takes only the new password (requirements: #calls). */
export const resetPasswordFields = z
  .object({ new_password: newPassword, confirm_password: requiredText('Confirm password', 1, 200) })
  .check(fieldsMatch('new_password', 'confirm_password', 'Passwords do not match.'))

export const changePasswordFields = z
  .object({
    old_password: requiredText('Old password', 1, 200),
    new_password: newPassword,
    confirm_password: requiredText('Confirm password', 1, 200),
  })
  .check(fieldsMatch('new_password', 'confirm_password', 'New password and confirm password do not match.'))

/** Resetting and changing a password (requirements: #reset-password, #change-password). */
export const passwords = {
  forgot: endpoint('POST', '/accounts/user/forgot-password/', {
    access: 'anyone',
    summary: 'Mails a reset link if the account exists; the reply does not reveal whether it does.',
    body: forgotPasswordFields,
    errors: ['too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Please check your email address!', failed: 'Something went wrong.' },
  }),
  reset: endpoint('POST', '/accounts/user/reset-password/:uidb64/:token/', {
    access: 'anyone',
    isSecret: true,
    summary: 'Sets a new password with the mailed link, which works once, and ends all sessions of the account.',
    body: z.object({ new_password: newPassword }),
    errors: ['wrong_reset_link', 'common_password', 'known_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Password reset successful!', failed: 'Something went wrong.' },
  }),
  change: endpoint('POST', '/accounts/user/password/change/', {
    access: 'signed-in',
    summary: 'Changes the caller’s password and ends all their other sessions.',
    body: changePasswordFields,
    errors: ['wrong_old_password', 'common_password', 'known_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Password changed successfully!', failed: 'Failed to change password.' },
  }),
}
