import { errors } from '@vitrine/contract/errors'
import { limits } from '@vitrine/contract/vocabulary/limits'

/** Texts of the profile page; field messages are in the contract. */
export const messages = {
  failed: 'Failed to load your profile.',
  nameless: 'No name yet',
  email: 'E-mail',
  joined: 'Joined',
  edit: 'Edit Profile',
  form: 'Edit Profile Form',
  choose: 'Choose a picture',
  chooseAnother: 'Choose another picture',
  imageHint:
    `PNG, JPEG or WebP, at most ${limits.avatarBytes / 1e6} MB. ` +
    'It is cut to a square; what is transparent stays so.',
  wrongImage: errors.bad_avatar[1],
  largeImage: `The picture may have at most ${limits.avatarBytes / 1e6} MB.`,
  preview: 'How it will look',
  firstName: 'First name',
  lastName: 'Last name',
  publicPage: 'Public page',
  publicPageHint: (address: string) =>
    `Anyone, search engines included, sees your name, your picture and all your approved images at ${address}`,
  pageOn: 'Visit your page',
  pageOff: 'Off. Edit your profile to switch it on.',
  decisionMails: 'Mail about decisions',
  decisionMailsHint:
    'One mail with all that was decided about your images within half an hour. The dashboard shows it too.',
  mailsOn: 'On',
  mailsOff: 'Off',
  emailSection: 'E-mail address',
  emailHint: 'You log in with it, and we write to it.',
  changeEmail: 'Change e-mail address',
  changeOfEmail: { form: 'Change E-mail Form', submit: 'Change address', sending: 'Saving...' },
  newEmail: 'New e-mail address',
  emailPending: (email: string) =>
    `We sent a link to ${email}. Open it to use that address from then on, and to sign out other devices.`,
  sendAgain: 'Send it again',
  cancelEmail: 'Keep the old address',
  submit: 'Save',
  sending: 'Saving...',
}
