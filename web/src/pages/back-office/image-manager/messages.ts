import type { ImageStatus, OwnStatus } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { imageCount } from '#search/messages.ts'
import type { ListName } from './image-list-query.ts'

const number = (n: number) => n.toLocaleString('en')
const editCount = (n: number) => (n === 1 ? '1 edit' : `${number(n)} edits`)

/** Texts of the image lists and their side panel; messages of the endpoints are in the contract. */
export const messages = {
  headline: (list: string, count: number | undefined, edits = 0) =>
    `${list}: ${count === undefined ? '–' : number(count - edits)}${edits ? ` · ${editCount(edits)}` : ''}`,
  statuses: {
    draft: 'Draft',
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
  } satisfies Record<OwnStatus, string>,
  keywordCount: (n: number) => (n === 1 ? '1 keyword' : `${n} keywords`),
  opaque: 'Not transparent',
  unsaved: 'Unsaved changes',
  select: (title: string) => `Select ${title}`,

  search: 'Search images by title…',
  loading: 'Loading images...',
  noConnection: 'No connection.',
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
  upload: 'Upload images',
  notFound: (title: string, isFiltered: boolean) =>
    `No image here ${isFiltered ? 'passes the filters' : ''}${isFiltered && title ? ' and ' : ''}${
      title && `matches “${title}”`
    }.`,
  showAll: 'Show all of the list',
  notListed: 'This image is not in the library any more.',

  none: 'None',
  picture: 'Picture',
  columns: {
    title: 'Title',
    keywords: 'Keywords',
    finding: 'Findings',
    category: 'Category',
    contributor: 'Contributor',
    uploaded: 'Uploaded',
    size: 'Size',
  },
  keysHint: 'Arrow keys move between the images; ? shows all keys.',
  shortcuts: {
    move: 'Move between images',
    extend: 'Select up to there',
    select: 'Select',
    open: 'Open',
    edit: 'Edit the image or the selection',
    submit: 'Submit drafts',
    approve: 'Approve',
    reject: 'Reject',
    restore: 'Restore',
    approveTogether: 'Approve all edits that came together',
    selectAll: 'Select all on this page',
    delete: 'Delete the selection',
    deselect: 'Deselect',
    undo: 'Undo',
    step: 'The image before or after',
  },
  selectFailed: 'The images could not be selected.',

  bulk: 'Many images at once',
  selected: (n: number, onOtherPages: number) =>
    onOtherPages ? `${number(n)} selected, ${number(onOtherPages)} on other pages` : `${number(n)} selected`,
  selectResult: (n: number) => `Select all ${number(n)}`,
  editMany: (n: number) => `Edit ${imageCount(n)}`,
  edit: 'Edit',
  approveMany: (n: number, faulty: number) =>
    `Approve ${number(n - faulty)}${faulty ? ` · ${number(faulty)} with faults stay` : ''}`,
  submitMany: (n: number) => `Submit ${number(n)}`,
  restore: 'Restore',
  restoreMany: (n: number) => `Restore ${number(n)}`,
  rejectMany: (n: number) => `Reject ${number(n)}`,
  changing: (n: number) => (seconds: number) => `Changing ${imageCount(n)} in ${seconds} s`,
  decided: (n: number, status: ImageStatus, isOfEdits: boolean, faulty = 0) => {
    const verb = { pending: 'returned to review', approved: 'approved', rejected: 'rejected' }[status]
    return `${(isOfEdits ? editCount : imageCount)(n)} ${verb}${faulty ? ` · ${number(faulty)} with faults stay` : ''}`
  },
  undoable: (decision: string) => (seconds: number) => `${decision}, ${seconds} s left`,
  progress: (done: number, all: number) => `Saving... ${number(done)} of ${number(all)}`,
  doneWith: (message: string, n: number) => `${message} ${imageCount(n)}.`,
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
  editsWait: 'What is public stays as it is until the edits are approved.',
  atMost: (n: number) => `At most ${number(n)} images at once.`,
  allSelect: 'All Select',
  deselect: 'Deselect',
  allDelete: 'All Delete',
  allSave: 'All Save',
  noneSelected: 'No images selected.',
  confirmDelete: (n: number) => `Are you sure you want to delete ${imageCount(n)}?`,
  cancel: 'Cancel',
  deleting: 'Deleted images process loading...',
  restoring: 'Restoring images...',
  deletesFailed: 'Failed to delete images.',
  undo: 'Undo',

  panel: (title: string) => `Edit ${title}`,
  position: (index: number, total: number) => `${index} of ${total} on this page`,
  previous: 'Previous image',
  next: 'Next image',
  close: 'Close',
  delete: 'Delete image',
  unchanged: 'Unchanged',
  chooseAi: 'Please choose',
  keywordMode: 'What to do with these keywords',
  keywordModes: { add: 'Add', remove: 'Remove', replace: 'Replace all' },
  addKeyword: '+ Add keyword',
  newKeyword: 'New keyword',
  removeKeyword: (name: string) => `Remove ${name}`,
  noCategory: 'None',
  findings: 'Findings',
  notMeasured: 'Not measured yet.',
  nothingFound: 'Nothing was found.',
  status: 'Status',
  reason: 'Reason',
  chooseReason: 'Choose a reason',
  reasonNeeded: 'Choose the reason that the contributor reads.',
  note: 'In your own words',
  noteHint: 'Optional; the contributor reads it.',
  rejectedFor: 'Why it was rejected',
  disagreement: {
    heading: 'I disagree',
    why: 'Why do you disagree? You can say it once.',
    send: 'Send to review',
    done: 'Sent. It waits for review again.',
    failed: 'It was not sent.',
  },
  contributor: 'Contributor',
  hidden: 'Visitors do not see this image: it was reported, or its contributor is blocked.',
  username: 'Username',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  notGiven: '–',
  history: 'History',
  openInReview: 'Open in review',
  toReports: 'Reports about this image',
  reviewedBy: (reviewer: string) => `${reviewer} is reviewing this image.`,
  mend: 'Mend',
  replaceFile: 'Replace file',
  replacing: 'Sending…',
  newFileWaits: 'Visitors see the public file until the new one is approved.',
  newFileInReview: 'New file waits for review',
  newFileOf: (title: string) => `New file of “${title}”`,
  save: 'Save',
  saveAndNext: 'Save and next',
  reviewAgain: 'Once saved, it waits for review again.',
  reviewedBesides: 'Once saved, your edit waits for review. Visitors see the image as it is until then.',
  editSaved: (done: string, n: number) =>
    n === 1
      ? `${done} Your edit waits for review; the image stays as it is until then.`
      : `${done} ${number(n)} edits wait for review.`,
  editForOwner: 'Until it is approved, visitors see the image as before.',
  editForAdmin: 'The image stays public either way.',
  approveEdit: 'Approve edit',
  rejectEdit: 'Reject edit',
  discardEdit: 'Discard edit',
  rejectEditsOf: (n: number) => `Reject ${editCount(n)}?`,
  rejectEditHint: 'What is public stays as it is.',
  approveTogether: (n: number, username: string) => `Approve all ${number(n)} of ${username}’s upload`,
  toPage: 'Page',
  overwrites: 'Someone changed this image meanwhile. Saving puts your version in its place.',
  discard: 'Discard',
  savingIn: (seconds: number) => `Saving in ${seconds} s`,
}
