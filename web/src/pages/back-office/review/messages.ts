import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { decidedBy } from '#shells/back-office/decision-history.tsx'
import type { Verdict } from './review-session.ts'

const verdictNames: Record<Verdict, string> = { approved: 'Approved', rejected: 'Rejected', skipped: 'Skipped' }

export const messages = {
  queue: 'Queue',
  contributor: 'Contributor',
  findings: 'Findings',
  allFindings: 'All findings',
  everyone: 'Everyone',
  onlyFrom: (username: string) => `Only ${username}’s`,
  all: 'Everyone’s',
  approve: 'Approve',
  approveFaulty: (fault: string) => `${fault}. Approve once more to publish it all the same.`,
  reject: 'Reject',
  skip: 'Skip',
  undo: 'Undo',
  undoThis: (verdict: Verdict, title: string) => `Undo: ${verdictNames[verdict]} “${title}”`,
  verdictDone: (verdict: Verdict, title: string) => `${verdictNames[verdict]} “${title}”.`,
  list: 'List',
  edits: 'Edits',
  nowShowing: (title: string, position: string) => `“${title}”, ${position}.`,
  session: 'In this sitting',
  tally: ({ approved, rejected, skipped }: Record<Verdict, number>) =>
    `${approved} approved, ${rejected} rejected, ${skipped} skipped`,
  saving: (sending: number, isSaved: boolean) => (sending > 0 ? `Saving ${sending}…` : isSaved ? 'Saved' : ''),
  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  rejectionHeading: 'If rejected, because',
  note: 'In your own words',
  noteHint: 'The contributor reads the reason and these words.',
  charactersLeft: (count: number) => `${count} left`,
  reasonMissing: 'Choose a reason, or say it in your own words. The contributor learns why.',
  history: 'History',
  editHint: ({ fields }: NonNullable<ManagedImage['waiting_edit']>) => {
    const words = Object.keys(fields).length ? ' and these words' : ''
    return `You decide about the new file${words} alone; the image stays public either way.`
  },
  lostRace: (title: string, last: { status: ImageStatus; by: string | null } | undefined) =>
    `“${title}” has changed meanwhile.${last ? ` ${decidedBy(last.status, last.by)}.` : ''}`,
  left: ({ title, status, by }: { title: string | undefined; status: ImageStatus | null; by: string | null }) => {
    const name = title === undefined ? 'This image' : `“${title}”`
    if (status === null) return `${name} is deleted.`
    if (status === 'pending')
      return by ? `${by} is on ${name.replace('This', 'this')} now.` : `${name} has changed meanwhile.`
    return `${name} has left the queue: ${decidedBy(status, by).toLowerCase()}.`
  },
  keys: {
    approve: 'Approve',
    reject: 'Reject, for the chosen reason',
    reasons: 'Choose a reason',
    skip: 'Skip: it goes on waiting',
    undo: 'Undo the last one',
    edit: 'Edit title, description, keywords and category',
    list: 'The list of what waits, to decide many at once',
    leave: 'Leave the text field',
    send: 'Reject from within the text field',
  },
  deletedMeanwhile: 'It was deleted meanwhile.',
  notDecided: (title: string, message: string) => `“${title}” may still be undecided: ${message} It is up again next.`,
  aboutImage: (title: string, message: string) => `“${title}”: ${message}`,
  elsewhere: (all: { username: string; count: number }[]) =>
    `${all.map(({ username, count }) => `${username} has ${count}`).join(', ')}.`,
  empty: 'Nothing waits for review.',
  onlyElsewhere: 'Others review what still waits.',
  emptyOf: (username: string) => `Nothing of ${username}’s waits for review.`,
  emptyOfFinding: 'Nothing with these findings waits for review.',
  emptyHint: 'What contributors upload will show here, the oldest first.',
  onlySkipped: 'Only what you skipped still waits.',
  showSkipped: (count: number) => (count === 1 ? 'Look at the skipped one' : `Look at the ${count} skipped ones`),
  checkForNew: 'Look for new images',
  pendingList: 'Pending images',
}
