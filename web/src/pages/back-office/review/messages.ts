import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { decidedBy } from '#shells/back-office/decision-history.tsx'
import type { Verdict } from './review-session.ts'

const verdictNames: Record<Verdict, string> = { approved: 'Approved', rejected: 'Rejected', skipped: 'Skipped' }

export const messages = {
  all: 'Everyone’s',
  approveFaulty: (fault: string) => `${fault}. Approve once more to publish it all the same.`,
  undoThis: (verdict: Verdict, title: string) => `Undo: ${verdictNames[verdict]} “${title}”`,
  verdictDone: (verdict: Verdict, title: string) => `${verdictNames[verdict]} “${title}”.`,
  nowShowing: (title: string, position: string) => `“${title}”, ${position}.`,
  session: 'In this sitting',
  tally: ({ approved, rejected, skipped }: Record<Verdict, number>) =>
    `${approved} approved, ${rejected} rejected, ${skipped} skipped`,
  saving: (sending: number, isSaved: boolean) => (sending > 0 ? `Saving ${sending}…` : isSaved ? 'Saved' : ''),
  edit: 'Edit',
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
  listKey: 'The list of what waits, to decide many at once',
  elsewhere: (all: { username: string; count: number }[]) =>
    `${all.map(({ username, count }) => `${username} has ${count}`).join(', ')}.`,
  showSkipped: (count: number) => (count === 1 ? 'Look at the skipped one' : `Look at the ${count} skipped ones`),
}
