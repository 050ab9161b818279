import type { counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import type { Reply } from '@vitrine/contract/endpoint'
import { counterNoticeStatements } from '@vitrine/contract/vocabulary/reports/counter-notices'

type State = Reply<typeof counterNotices.status>['state']

/** Texts of the page where a contributor answers a notice of copyright (requirements: #counter-notices). */
export const messages = {
  title: 'Counter-notice',
  lead:
    'If it was taken down by mistake, you can send a counter-notice (United States, 17 U.S.C. 512(g)). If something ' +
    'else is wrong, write to us.',
  form: 'Counter-notice',
  noticeHint: (days: number) =>
    'The law asks for this. We send all of it, with your name, address and phone number, to the person who reported ' +
    `the picture. If they do not go to court, and we do not decide otherwise, the picture returns after ${days} days.`,
  statements: counterNoticeStatements,
  submit: 'Send',
  keep: 'Anyone who has the address of this page can send it for you. Do not pass it on.',
  states: {
    open:
      'We have your counter-notice, and have sent it to the person who reported the picture. If they do not go to ' +
      'court, and we do not decide otherwise, the picture returns.',
    too_late: 'It is too late for a counter-notice. Please write to us.',
    reinstate: 'The picture returns to the library.',
    keep_down: 'We have decided that the picture stays down.',
    withdrawn: 'The account was closed and its images were removed.',
  } satisfies Record<Exclude<State, 'possible'>, string>,
} as const
