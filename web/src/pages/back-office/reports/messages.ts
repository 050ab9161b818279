import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { CounterNoticeOutcome } from '@vitrine/contract/vocabulary/reports/counter-notices'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

export const messages = {
  failed: reportQueue.list.messages.failed,
  detailsFailed: reportQueue.one.messages.failed,
  noneHint: 'What visitors report waits here. You are mailed about it.',
  reports: (count: number) => counted(count, 'report', 'reports'),
  connections: (count: number) =>
    count === 1 ? ', all from one internet connection' : ` from ${count.toLocaleString('en')} internet connections`,
  upheld: (count: number) => `${counted(count, 'picture', 'pictures')} taken down`,
  otherReported: (count: number) => `${counted(count, 'other picture', 'other pictures')} reported`,
  nowShowing: (title: string, position: number, of: number, waiting: string): string =>
    `“${title}”, ${position} of ${of}, ${waiting}.`,
  waiting: ({ count, counter_notice }: { count: number; counter_notice: object | null }): string => {
    if (counter_notice) return messages.counterNotice
    return count ? messages.reports(count) : 'No open reports'
  },
  counterNotice: 'Counter-notice',
  returns: 'Returns after',
  noticeOutcome: {
    reinstate: 'reinstated',
    keep_down: 'kept down',
    withdrawn: 'withdrawn with the account',
  } satisfies Record<CounterNoticeOutcome, string>,
  onlyTakenDown: 'What was taken down, the latest first.',
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
