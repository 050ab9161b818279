import type { AuditEvent } from '@vitrine/contract/calls/people'

/** Every word of the page that tells what happened to accounts. */
export const messages = {
  hint: (days: number) => `Who signed in, who tried to, and what became of accounts, for ${days} days.`,
  count: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`,
  loading: 'Loading what happened...',
  failed: 'Failed to load what happened.',
  none: 'Nothing like this was written down.',
  noneHint: 'Usernames have to be whole. Sign-ins under a name that nobody has belong to no account.',
  showAll: 'Show everything',
  filter: 'Filter',
  what: 'What',
  anything: 'Anything',
  account: 'Account',
  placeholder: 'Whole username',
  show: 'Show',
  when: 'When',
  who: 'Who',
  from: 'From where',
  /** Nobody was signed in. */
  notSignedIn: 'Not signed in',
  noAccount: 'no such account',
  eventNames: {
    registered: 'Registered',
    'signed in': 'Signed in',
    'sign-in failed': 'Sign-in failed',
    'asked for a new password': 'Asked for a new password',
    'password reset': 'Reset the password',
    'password changed': 'Changed the password',
    'signed out elsewhere': 'Signed out everywhere else',
    blocked: 'Blocked',
    unblocked: 'Unblocked',
    'made an admin': 'Made an admin',
  } satisfies Record<AuditEvent, string>,
}
