import type { ImageStatus } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { imageCount } from '#search/messages.ts'
import type { ListName } from './image-list-query.ts'

const number = (n: number) => n.toLocaleString('en')
const editCount = (n: number) => (n === 1 ? '1 edit' : `${number(n)} edits`)

export const messages = {
  headline: (list: string, count: number | undefined, edits = 0) =>
    `${list}: ${count === undefined ? '–' : number(count - edits)}${edits ? ` · ${editCount(edits)}` : ''}`,
  keywordCount: (n: number) => (n === 1 ? '1 keyword' : `${n} keywords`),

  empty: {
    total: 'No images yet.',
    approved: 'Nothing is approved yet.',
    pending: 'Nothing waits for review.',
    rejected: 'Nothing was rejected.',
    draft: 'No drafts.',
    trash: 'The trash is empty.',
  } satisfies Record<ListName, string>,
  emptyHint: {
    total: 'What is uploaded appears here, whatever becomes of it.',
    approved: 'What a review found good appears here, and in the library.',
    pending: 'What is submitted waits here until it is reviewed.',
    rejected: 'What a review turned down lies here, with the reason.',
    draft: 'What you choose lies here until you submit it.',
    trash: `What is deleted waits here for ${limits.trashDays} days.`,
  } satisfies Record<ListName, string>,
  notFound: (title: string, isFiltered: boolean) =>
    `No image here ${isFiltered ? 'passes the filters' : ''}${isFiltered && title ? ' and ' : ''}${
      title && `matches “${title}”`
    }.`,

  selected: (n: number, onOtherPages: number) =>
    onOtherPages ? `${number(n)} selected, ${number(onOtherPages)} on other pages` : `${number(n)} selected`,
  editMany: (n: number) => `Edit ${imageCount(n)}`,
  /** Of other pages it is not known how many have faults. */
  approveMany: (n: number, faulty: number | null) =>
    faulty === null
      ? `Approve ${number(n)} · those with faults stay`
      : `Approve ${number(n - faulty)}${faulty ? ` · ${number(faulty)} with faults stay` : ''}`,
  changing: (n: number) => (seconds: number) => `Changing ${imageCount(n)} in ${seconds} s`,
  decided: (n: number, status: ImageStatus, isOfEdits: boolean, faulty = 0) => {
    const verb = { pending: 'returned to review', approved: 'approved', rejected: 'rejected' }[status]
    return `${(isOfEdits ? editCount : imageCount)(n)} ${verb}${faulty ? ` · ${number(faulty)} with faults stay` : ''}`
  },
  undoable: (decision: string) => (seconds: number) => `${decision}, ${seconds} s left`,
  progress: (done: number, all: number) => `Saving... ${number(done)} of ${number(all)}`,
  doneWith: (message: string, n: number) => `${message} ${imageCount(n)}.`,
  noneChanged: (faulty: number) => `${imageCount(faulty)} with faults stayed as before.`,
  stoppedAt: (done: number, all: number) =>
    `${number(done)} of ${number(all)} images were changed. The others are still selected.`,
  consequence: (n: number, status: ImageStatus) => {
    const images = imageCount(n)
    return {
      approved: `${images} will be public.`,
      rejected: `${images} will be rejected, with this reason.`,
      pending: `${images} will wait for review again.`,
    }[status]
  },
  atMost: (n: number) => `At most ${number(n)} images at once.`,
  allDelete: 'All Delete',
  confirmDelete: (n: number) => `Are you sure you want to delete ${imageCount(n)}?`,
  undo: 'Undo',

  unchanged: 'Unchanged',
  keywordModes: { add: 'Add', remove: 'Remove', replace: 'Replace all' },
  status: 'Status',
  reasonNeeded: 'Choose the reason that the contributor reads.',
  disagreement: {
    done: 'Sent. It waits for review again.',
    failed: 'It was not sent.',
  },
  hidden: 'Visitors do not see this image: it was reported, or its contributor is blocked.',
  newFileWaits: 'Visitors see the public file until the new one is approved.',
  reviewedBesides: 'Once saved, your edit waits for review. Visitors see the image as it is until then.',
  editSaved: (done: string, n: number) =>
    n === 1
      ? `${done} Your edit waits for review; the image stays as it is until then.`
      : `${done} ${number(n)} edits wait for review.`,
  rejectEdit: 'Reject edit',
  rejectEditsOf: (n: number) => `Reject ${editCount(n)}?`,
  overwrites: 'Someone changed this image meanwhile. Saving puts your version in its place.',
  savingIn: (seconds: number) => `Saving in ${seconds} s`,
}
