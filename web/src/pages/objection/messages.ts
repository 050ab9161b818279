import type { objections } from '@vitrine/contract/calls/visitors/objections'
import type { Reply } from '@vitrine/contract/endpoint'
import { counterNoticeStatements, type ObjectionKind } from '@vitrine/contract/vocabulary/reports/objections'

type State = Reply<typeof objections.status>['state']

/** Texts of the page where a contributor objects to a take-down (requirements: #objections). */
export const messages = {
  title: 'Object to a decision',
  picture: (title: string) => `Your picture “${title}”`,
  down: 'was taken down',
  lead: 'If we are wrong, say why. A person reads it and decides again.',
  form: 'Objection',
  how: 'How do you object?',
  choices: {
    objection: 'An objection: the decision is wrong',
    counter_notice: 'A counter-notice (United States, 17 U.S.C. 512(g)): it was taken down by mistake',
  } satisfies Record<ObjectionKind, string>,
  notice: 'Counter-notice',
  noticeHint: (days: number) =>
    'The law asks for this. We send all of it, with your name, address and phone number, to the person who reported ' +
    `the picture. If they do not go to court, and we do not decide otherwise, the picture returns after ${days} days.`,
  name: 'Your name',
  address: 'Your postal address',
  phone: 'Your phone number',
  statements: counterNoticeStatements,
  signature: 'Signature: type your name',
  message: 'Why are we wrong?',
  messageHint: 'Optional with a counter-notice, which we pass on as it is.',
  submit: 'Send',
  failed: 'Please check what is marked below.',
  loading: 'Loading...',
  missing: 'There is no such decision.',
  reason: 'Reason',
  keep: 'Anyone who has the address of this page can object for you. Do not pass it on.',
  sent: {
    objection: 'We have your objection. A person will look at it, and we mail you what was decided.',
    counter_notice:
      'We have your counter-notice, and have sent it to the person who reported the picture. If they do not go to ' +
      'court, and we do not decide otherwise, the picture returns.',
  } satisfies Record<ObjectionKind, string>,
  returns: 'It returns after',
  states: {
    too_late: 'The file of the picture is not stored any more. Please write to us.',
    ended: 'The picture is not taken down any more.',
    returned: 'The picture returns to the library.',
    kept_down: 'We have decided that the picture stays down.',
    withdrawn: 'The account was closed and its images were removed.',
  } satisfies Record<Exclude<State, 'possible' | 'open'>, string>,
} as const
