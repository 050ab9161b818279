import { errors } from '@vitrine/contract/errors'
import * as limits from '@vitrine/contract/vocabulary/limits'

export const messages = {
  form: 'Edit Profile Form',
  imageHint:
    `PNG, JPEG or WebP, at most ${limits.avatarBytes / 1e6} MB. ` +
    'It is cut to a square; what is transparent stays so.',
  wrongImage: errors.bad_avatar[1],
  largeImage: `The picture may have at most ${limits.avatarBytes / 1e6} MB.`,
  publicPage: 'Public page',
  publicPageHint: (address: string) =>
    `Anyone, search engines included, sees your name, your picture and all your approved images at ${address}`,
  decisionMails: 'Mail about decisions',
  changeOfEmail: { form: 'Change E-mail Form', submit: 'Change address', sending: 'Saving...' },
  emailPending: (email: string) =>
    `We sent a link to ${email}. Open it to use that address from then on, and to sign out other devices.`,
  submit: 'Save',
  sending: 'Saving...',
}
