import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { password, repeats, text } from './fields.ts'

/** Only the form of an address: accounts may be older than its limits (requirements: #forgot-validation). */
export const forgotFields = z.object({
  email: text('Email', 1, 254).check(z.regex(/^\S+@\S+$/, 'Enter a valid email.')),
})

const newPassword = password('New password')

/** What the page asks for; the call takes the new password alone (requirements: #calls). */
export const resetFields = z
  .object({ new_password: newPassword, confirm_password: text('Confirm password', 1, 200) })
  .check(repeats('new_password', 'confirm_password', 'Passwords do not match.'))

export const changeFields = z
  .object({
    old_password: text('Old password', 1, 200),
    new_password: newPassword,
    confirm_password: text('Confirm password', 1, 200),
  })
  .check(repeats('new_password', 'confirm_password', 'New password and confirm password do not match.'))

/** Getting back in, and changing one's password (requirements: #reset-password, #change-password). */
export const passwords = {
  forgot: endpoint('POST', '/accounts/user/forgot-password/', {
    access: 'anyone',
    does: 'Sends a link for a new password, if there is such an account; the answer does not tell.',
    body: forgotFields,
    fails: ['too_many'],
    reply: z.object({ message: z.string() }),
    says: { done: 'Please check your email address!', failed: 'Something went wrong.' },
  }),
  reset: endpoint('POST', '/accounts/user/reset-password/:uidb64/:token/', {
    access: 'anyone',
    does: 'Sets a new password by the link from the mail, once, and ends all sessions of the account.',
    body: z.object({ new_password: newPassword }),
    fails: ['wrong_reset_link', 'common_password', 'known_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    says: { done: 'Password reset successful!', failed: 'Something went wrong.' },
  }),
  change: endpoint('POST', '/accounts/user/password/change/', {
    access: 'signed-in',
    does: 'Changes one’s own password and ends all other sessions.',
    body: changeFields,
    fails: ['wrong_old_password', 'common_password', 'known_password', 'too_many'],
    reply: z.object({ message: z.string() }),
    says: { done: 'Password changed successfully!', failed: 'Failed to change password.' },
  }),
}
