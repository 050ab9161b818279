import type { reports } from '@vitrine/contract/calls/visitors/reports'
import type { Reply } from '@vitrine/contract/endpoint'

type State = Reply<typeof reports.status>['state']

/** Texts of the pages of a report (requirements: #reports). */
export const messages = {
  title: 'Report this picture',
  lead: 'Tell us what is wrong with it. A person looks at every report, and you can see what became of yours.',
  form: 'Report',
  work: 'Which work is yours, and where can we see it?',
  goodFaith: 'I believe in good faith that the owner of the work, their agent or the law does not allow this use.',
  accurate: 'What I state here is accurate. Under penalty of perjury, I am the owner or may act for the owner.',
  submit: 'Send report',
  status: 'Your report',
  keep: 'Only who has the address of this page can see it. Keep it if you want to come back.',
  counterNoticeOpen: 'The contributor states that the picture was taken down by mistake. It returns after',
  counterNoticeCourt:
    'If you have asked a court to stop the contributor, show us that before: answer our mail, or write to us.',
  counterNoticeOutcomes: {
    reinstate: 'We have put the picture back.',
    keep_down: 'The picture stays down.',
    withdrawn: 'The contributor has left; the picture stays down.',
  } satisfies Record<NonNullable<NonNullable<Reply<typeof reports.status>['counter_notice']>['outcome']>, string>,
  contactInMail: 'Postal address and phone number are in the mail that we sent you.',
  states: {
    open: 'We have it. A person will look at it.',
    hide: 'The picture is hidden while we look into it.',
    keep: 'We have looked, and keep the picture.',
    correct: 'The picture was corrected.',
    take_down: 'The picture was taken down.',
    reinstate: 'The picture was taken down, and is back since.',
    gone: 'The picture is not here any more.',
  } satisfies Record<State, string>,
} as const
