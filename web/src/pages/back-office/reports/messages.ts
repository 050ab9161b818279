import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import { takenDown } from '@vitrine/contract/calls/back-office/taken-down'
import type {
  ObjectionKind,
  ObjectionOutcome,
  SettlementOutcome,
  TakeDownState,
} from '@vitrine/contract/vocabulary/reports/objections'
import { type ReportOutcome, reportOutcomes } from '@vitrine/contract/vocabulary/reports/report-reasons'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

const duration = (seconds: number) =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60).toLocaleString('en')} min`

/** What an admin chooses: an outcome, or taking down and blocking in one. */
export type Choice = ReportOutcome | 'blocked'

export const choices: readonly Choice[] = [...reportOutcomes.map(({ value }) => value), 'blocked']

export const outcomeOf = (choice: Choice): ReportOutcome => (choice === 'blocked' ? 'taken_down' : choice)

export const settlementKeys: Record<SettlementOutcome, string> = { returned: 'r', kept_down: 'd' }

/** Texts of the reports page; messages of its endpoints are in the contract. */
export const messages = {
  hint: 'What visitors reported, by picture, and objections to take-downs. A decision answers all of its reports.',
  count: (count: number) => counted(count, 'picture', 'pictures'),
  loading: 'Loading reports...',
  failed: reportQueue.list.messages.failed,
  detailsFailed: reportQueue.one.messages.failed,
  none: 'No reports.',
  noneHint: 'What visitors report waits here. You are mailed about it.',
  list: 'Reported pictures',
  reports: (count: number) => counted(count, 'report', 'reports'),
  noneOpen: 'No open reports',
  networks: (count: number) => `from ${counted(count, 'network', 'networks')}`,
  by: 'by',
  upheld: (count: number) => `${counted(count, 'picture', 'pictures')} taken down`,
  otherReported: (count: number) => `${counted(count, 'other picture', 'other pictures')} reported`,
  onlyOf: (username: string) => `Of ${username} alone.`,
  ofAll: 'Show those of all',
  since: 'since',
  hidden: 'Hidden',
  deleted: 'In the trash',
  status: { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' },
  open: (title: string) => `Reports about ${title}`,
  nowShowing: (title: string, position: number, of: number, waiting: string): string =>
    `“${title}”, ${position} of ${of}, ${waiting}.`,
  waiting: ({ count, objection }: { count: number; objection: { kind: ObjectionKind } | null }): string => {
    if (count) return messages.reports(count)
    return objection ? messages.objectionKinds[objection.kind] : messages.noneOpen
  },
  toImage: 'Open the picture',
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
  nothing: 'None.',
  undone: 'taken back',
  quoted: (sentence: string) => `“${sentence}”`,
  toContributor: (sentence: string) => `To the contributor: “${sentence}”`,
  someone: 'someone',
  objectionKinds: {
    objection: 'Objection',
    counter_notice: 'Counter-notice',
  } satisfies Record<ObjectionKind, string>,
  returns: 'Returns after',
  takenDown: 'Taken down',
  signedBy: (signature: string) => `Signed “${signature}”`,
  afterLegalTime: 'after the legal time',
  settled: {
    returned: 'Brought back',
    kept_down: 'Kept down',
    withdrawn: 'Withdrawn with the account',
  } satisfies Record<ObjectionOutcome, string>,
  settle: { returned: 'Bring back', kept_down: 'Keep down' } satisfies Record<SettlementOutcome, string>,
  settleActions: 'Decide about the objection',
  settleQuestion: {
    returned: (title: string) => `Bring “${title}” back?`,
    kept_down: (title: string) => `Keep “${title}” down?`,
  } satisfies Record<SettlementOutcome, (title: string) => string>,
  settleHint: {
    returned: 'It is public again as soon as its files are back. This cannot be taken back here.',
    kept_down:
      'It does not return, for instance because the person who reported it went to court. This cannot be taken back.',
  } satisfies Record<SettlementOutcome, string>,
  staysBlocked: (username: string) =>
    `The account of ${username} stays blocked, as decided with the take-down; you end that under Users.`,
  bringBackOne: (title: string) => `Bring “${title}” back`,
  whyBack: 'Why it returns, for both sides',
  cannotReturn: {
    too_late: 'Its file is not stored any more, so it cannot come back.',
    left: 'Its contributor closed their account, and their images left.',
  } satisfies Partial<Record<TakeDownState, string>>,
  wentWithIt: 'With it, of the same bytes:',
  whyDown: {
    objection: 'Why it stays down, for the contributor',
    counter_notice: 'Why it stays down, for both sides',
  } satisfies Record<ObjectionKind, string>,
  whyReturned: {
    objection: 'For the contributor, optional',
    counter_notice: 'For both sides, optional',
  } satisfies Record<ObjectionKind, string>,
  latestTakeDowns: 'Latest take-downs',
  takenDownFailed: takenDown.latest.messages.failed,
  cdnGone: (seconds: number) => `Gone from the CDN after ${duration(seconds)}.`,
  cdnWaiting: 'It is being deleted at the CDN.',
  theCdn: 'The CDN',
  cdnAnswers: (host: string, status: number) => `${host} still answers ${status}`,
  cdnSilent: (host: string) => `${host} did not answer`,
  checkedAt: 'checked at',
  cdnAgain: 'It is checked again.',
  cdnGivenUp: 'It is not checked any more: look for it at the CDN.',
  actions: 'Decide',
  toRefusedUploads: 'Refused uploads',
  keys: 'Keys',
  undo: 'Undo',
  reason: 'Reason, for the contributor',
  sentence: 'For the reporters',
  ownerSentence: 'For the contributor, optional',
  cancel: 'Cancel',
  done: {
    unchanged: 'Kept',
    corrected: 'Corrected',
    withheld: 'Hidden',
    taken_down: 'Taken down',
    blocked: 'Taken down and blocked',
  } satisfies Record<Choice, string>,
  outcome: {
    unchanged: 'Keep',
    corrected: 'Correct',
    withheld: 'Hide meanwhile',
    taken_down: 'Take down',
    blocked: 'Take down and block',
  } satisfies Record<Choice, string>,
  question: (choice: Choice, title: string, username: string) =>
    ({
      unchanged: `Keep “${title}”?`,
      corrected: `Correct “${title}”?`,
      withheld: `Hide “${title}” while its reports stay open?`,
      taken_down: `Take “${title}” down?`,
      blocked: `Take “${title}” down and block ${username}?`,
    })[choice],
  blockedHint: 'Its contributor cannot sign in any more. Their other pictures stay as they are.',
  correctedHint: 'It opens for editing. The reporters hear that it was corrected.',
  withheldHint: 'Visitors no longer see it. The contributor is told; the reporters see it on their page.',
  saveHint: (minutes: number) => `Mails leave in ${minutes} minutes. Until then the decision can be taken back.`,
} as const

export const outcomeKeys: Record<Choice, string> = {
  unchanged: 'k',
  corrected: 'c',
  withheld: 'h',
  taken_down: 't',
  blocked: 'b',
}

/** The keys of the page, each with what it does. */
export const keyList = [
  ['← → ↑ ↓', 'The picture before or after'],
  ['K', 'Keep the picture'],
  ['C', 'Correct it: it opens for editing'],
  ['H', 'Hide it, its reports stay open'],
  ['T', 'Take it down'],
  ['B', 'Take it down and block its contributor'],
  ['R', 'After an objection: bring it back'],
  ['D', 'After an objection: keep it down'],
  ['Enter', 'Confirm the decision'],
  ['Z', 'Take the last decision back'],
  ['?', 'These keys'],
] as const
