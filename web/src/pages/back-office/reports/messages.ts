import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { CounterNoticeOutcome } from '@vitrine/contract/vocabulary/reports/counter-notices'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

/** Texts of the reports page; messages of its endpoints are in the contract. */
export const messages = {
  loading: 'Loading reports...',
  failed: reportQueue.list.messages.failed,
  detailsFailed: reportQueue.one.messages.failed,
  none: 'No reports.',
  noneHint: 'What visitors report waits here. You are mailed about it.',
  list: 'Reported pictures',
  facts: 'About this picture',
  reports: (count: number) => counted(count, 'report', 'reports'),
  noneOpen: 'No open reports',
  connections: (count: number) =>
    count === 1 ? ', all from one internet connection' : ` from ${count.toLocaleString('en')} internet connections`,
  by: 'by',
  upheld: (count: number) => `${counted(count, 'picture', 'pictures')} taken down`,
  otherReported: (count: number) => `${counted(count, 'other picture', 'other pictures')} reported`,
  onlyOf: (username: string) => `Of ${username} alone.`,
  ofAll: 'Show those of all',
  waitingFor: (duration: string) => `, waiting for ${duration}`,
  hidden: 'Hidden',
  deleted: 'In the trash',
  nowShowing: (title: string, position: number, of: number, waiting: string): string =>
    `“${title}”, ${position} of ${of}, ${waiting}.`,
  waiting: ({ count, counter_notice }: { count: number; counter_notice: object | null }): string => {
    if (counter_notice) return messages.counterNotice
    return count ? messages.reports(count) : messages.noneOpen
  },
  toImage: 'Open the picture',
  pictureFailed: 'The picture could not be loaded.',
  onlyOne: 'One picture alone.',
  isGone: 'This picture is not here any more.',
  openReports: 'Open reports',
  itsReports: 'Its reports',
  showMore: 'Show more reports',
  answeredLater: 'A later decision answers them.',
  noWords: 'Without words',
  wantsAnswer: 'wants an answer by mail',
  notice: (name: string, signature: string) => `Notice of copyright by ${name}, signed “${signature}”. The work:`,
  decisions: 'Decisions about its reports',
  history: 'Decisions of the review',
  upheldOthers: 'Upheld about other images of this contributor',
  otherEnded: 'Ended otherwise about other images of this contributor',
  quoted: (sentence: string) => `“${sentence}”`,
  toContributor: (sentence: string) => `To the contributor: “${sentence}”`,
  someone: 'someone',
  counterNotice: 'Counter-notice',
  returns: 'Returns after',
  takenDown: 'Taken down',
  signedBy: (signature: string) => `Signed “${signature}”`,
  noticeOutcome: {
    reinstate: 'reinstated',
    keep_down: 'kept down',
    withdrawn: 'withdrawn with the account',
  } satisfies Record<CounterNoticeOutcome, string>,
  toTakenDown: 'Taken down',
  onlyTakenDown: 'What was taken down, the latest first.',
  toRefusedUploads: 'Refused uploads',
  reason: 'Reason, for the contributor',
  sentence: 'For the reporters',
  note: 'For the contributor, optional',
  why: 'Why, for both sides',
  cancel: 'Cancel',
  done: {
    keep: 'Kept',
    correct: 'Corrected',
    hide: 'Hidden',
    take_down: 'Taken down',
    reinstate: 'Reinstated',
    keep_down: 'Kept down',
  } satisfies Record<ReportVerb, string>,
  verb: {
    keep: 'Keep',
    correct: 'Correct',
    hide: 'Hide meanwhile',
    take_down: 'Take down',
    reinstate: 'Reinstate',
    keep_down: 'Keep down',
  } satisfies Record<ReportVerb, string>,
  question: {
    keep: (title) => `Keep “${title}”?`,
    correct: (title) => `Correct “${title}”?`,
    hide: (title) => `Hide “${title}” while its reports stay open?`,
    take_down: (title) => `Take “${title}” down?`,
    reinstate: (title) => `Reinstate “${title}”?`,
    keep_down: (title) => `Keep “${title}” down?`,
  } satisfies Record<ReportVerb, (title: string) => string>,
  verbHints: {
    keep: '',
    correct: 'It opens for editing. The reporters hear that it was corrected.',
    hide: 'Visitors no longer see it. The contributor is told; the reporters see it on their page.',
    take_down: 'All images of the same bytes go with it. It is reinstated under “Taken down”.',
    reinstate: 'It is public again as soon as its files are back, with all images of the same bytes.',
    keep_down: 'It does not return, for instance because the person who reported it went to court.',
  } satisfies Record<ReportVerb, string>,
} as const

export const verbKeys: Record<ReportVerb, string> = {
  keep: 'k',
  correct: 'c',
  hide: 'h',
  take_down: 't',
  reinstate: 'r',
  keep_down: 'd',
}
