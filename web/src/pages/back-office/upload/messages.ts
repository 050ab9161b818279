import { imageCount as images } from '#search/messages.ts'

const ofLimit = (used: number, limit: number) => `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`

/** Texts of the upload page (requirements: #upload-page); refusal messages are in the contract. */
export const messages = {
  drop: 'Drop PNG files or folders here',
  dropNow: 'Let go to add them',
  hint:
    'Transparent PNG, 50 MB at the most. Title, description, keywords and category are read from the files, and ' +
    'nothing is sent before you press Upload.',
  choose: 'Choose images',
  chooseFolder: 'Choose a folder',
  reading: 'Looking through what was dropped...',
  alreadyListed: (count: number) => `${images(count)} ${count === 1 ? 'was' : 'were'} on the list already.`,
  skippedFiles: (count: number) =>
    `${count === 1 ? '1 file was' : `${count.toLocaleString('en')} files were`} left out: only PNG images are taken.`,
  leftOver: (unsent: number, total: number) =>
    unsent === total
      ? `${images(total)} from your last visit ${total === 1 ? 'was' : 'were'} not uploaded. Go on?`
      : `${unsent.toLocaleString('en')} of ${total.toLocaleString('en')} did not arrive. Go on?`,
  goOn: 'Go on',
  notNow: 'Not now',

  confirmEmail: {
    hint: 'Until then you can choose and describe images here, but not upload them.',
    sendAgain: 'Send it again',
    sending: 'Sending...',
  },

  newTerms: {
    heading: 'Our terms have changed',
    hint: 'Please agree before your next upload.',
    read: 'Read the terms',
    agree: 'I agree',
  },

  quota: {
    label: 'Your quotas',
    pending: (used: number, limit: number) => `${ofLimit(used, limit)} images waiting for review`,
    uploads: (used: number, limit: number) => `${ofLimit(used, limit)} uploads within an hour`,
  },

  licence: {
    heading: 'Licence and origin of these images',
    hint: 'A single image can have its own under Edit.',
    text: (name: string) => `Read ${name}`,
    credit: 'Whom to credit',
    creditDefault: 'Your name',
  },

  list: 'Chosen images',
  show: 'Show',
  filters: {
    all: (count: number) => `${count.toLocaleString('en')} in all`,
    done: (count: number) => `${count.toLocaleString('en')} uploaded`,
    failed: (count: number) => `${count.toLocaleString('en')} failed`,
    present: (count: number) => `${count.toLocaleString('en')} you already have`,
    duplicates: (count: number) => (count === 1 ? '1 look-alike' : `${count.toLocaleString('en')} look-alikes`),
    findings: (count: number) => `${count.toLocaleString('en')} with findings`,
  },
  inspecting: (count: number) => `Looking at ${images(count)}...`,
  keywords: (count: number) => (count === 1 ? '1 keyword' : `${count} keywords`),
  noKeywords: 'no keywords',
  noCategory: 'no category',
  warnings: {
    small: (side: number) => `Its longer side has fewer than ${side} pixels.`,
    unreadable: 'This browser cannot open it. It may be damaged.',
  },
  duplicate: {
    inLibrary: (what: string, isOwn: boolean) =>
      `${isOwn ? 'You already have' : 'The library already has'} the ${what}:`,
    hidden: (what: string) => `The library already has the ${what}. It is someone else’s and not published.`,
    onThisList: (what: string, name: string) => `The ${what} as ${name} on this list.`,
  },
  removeDuplicates: (count: number) =>
    count === 1 ? 'Leave out 1 look-alike' : `Leave out ${count.toLocaleString('en')} look-alikes`,
  twins: {
    notSent: 'It is not sent again.',
    takeWords: 'Use these words for the one that is there',
    takeAllWords: (count: number) => `Use the new words for ${images(count)} you already have`,
    saved: (count: number) => `The words of ${images(count)} were saved.`,
    areSaved: 'Your words were saved there.',
  },
  titleRepeated: 'Another image on this list has the same title.',
  sameFile: (name: string) => `The same file as ${name}. It is not sent.`,
  edit: 'Edit',
  editOf: (title: string) => `Edit ${title}`,
  remove: (title: string) => `Remove ${title} from the list`,
  retry: 'Retry',
  retryOf: (title: string) => `Retry ${title}`,

  fields: {
    noCategory: 'None',
  },
  next: 'Next image',
  close: 'Done',

  waiting: 'Waiting',
  sending: (percent: number) => `Sending, ${percent} %`,
  sendingOf: (title: string) => `${title}: sent`,
  checking: 'Being checked',
  uploaded: 'Uploaded',
  status: { pending: 'waiting for review', approved: 'approved', rejected: 'rejected' },

  size: (count: number, size: string) => `${images(count)}, ${size}`,
  upload: (count: number) => `Upload ${images(count)}`,
  uploading: (count: number) => `Uploading ${count} of your photos, please wait...`,
  sendBar: 'Upload',
  progress: 'Sent of all',
  keepTabOpen: 'You may go to other pages here meanwhile. Keep this tab open.',
  unreachable: (seconds: number) => `No connection. Trying again in ${seconds} s.`,
  busy: (seconds: number) => `The library is busy. Trying again in ${seconds} s.`,
  tryNow: 'Try now',
  tryAgain: 'Try again',
  unstored: 'This browser has no room to keep the list. Keep this tab open until all images are sent.',
  stop: 'Stop',
  clear: 'Clear list',
  retryAll: (count: number) => `Retry ${count}`,
  done: (count: number) => (count === 1 ? '1 image was uploaded.' : `${images(count)} were uploaded.`),
  see: { pending: 'See the images that wait for review', approved: 'See the approved images' },
  byUploading: 'By uploading you state:',
  terms: 'Terms',
  notYet: 'Nothing is sent before you press Upload.',
  nothingToSend: 'There is nothing to send.',
  batchFailed: (status: number) => `The files that were sent together were not taken (${status}). Please try again.`,
  noReason: 'This file was not taken.',
}
