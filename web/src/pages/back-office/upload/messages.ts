import { imageCount as images } from '#search/messages.ts'

const number = (n: number) => n.toLocaleString('en')

const ofLimit = (used: number, limit: number) => `${number(used)} of ${number(limit)}`

export const messages = {
  drop: 'Drop PNG files or folders here',
  hint:
    'Transparent PNG, 50 MB at the most. Files are drafts, which you alone see and may describe, until you submit ' +
    'them. Title, description, keywords and category are read from the files.',
  reading: 'Looking through what was dropped...',
  alreadyListed: (count: number) => `${images(count)} ${count === 1 ? 'is' : 'are'} on the way already.`,
  skippedFiles: (count: number) =>
    `${count === 1 ? '1 file was' : `${number(count)} files were`} left out: only PNG images are taken.`,

  quota: {
    label: 'Your quotas',
    pending: (used: number, limit: number) => `${ofLimit(used, limit)} images waiting for review`,
    uploads: (used: number, limit: number) => `${ofLimit(used, limit)} uploads within an hour`,
  },

  outcomes: 'Files that were refused or are there already',
  outcomesOf: (count: number) =>
    `${count === 1 ? '1 file' : `${number(count)} files`} refused, left out, or like what is here already`,
  alike: (what: string, owner: 'you' | 'library' | null) =>
    owner
      ? `${owner === 'you' ? 'You already have' : 'The library already has'} the ${what}:`
      : `The library already has the ${what}. It is someone else’s and not published.`,

  uploading: (count: number) => `Uploading ${number(count)} of your photos, please wait...`,
  drafts: (count: number) => (count === 1 ? '1 draft' : `${number(count)} drafts`),
  arrivedOf: (done: number, all: number) => `${ofLimit(done, all)} uploaded`,
  secondsLeft: (seconds: number) => (seconds > 90 ? `${Math.round(seconds / 60)} min left` : `${seconds} s left`),
  arrived: (count: number) =>
    `${images(count)} ${count === 1 ? 'was' : 'were'} uploaded. Submit them when they are ready.`,
  unreachable: (seconds: number) => `No connection. Trying again in ${seconds} s.`,
  busy: (seconds: number) => `The library is busy. Trying again in ${seconds} s.`,
  sendRest: (count: number) => `Upload the other ${number(count)}`,
  submit: (count: number, all: number) =>
    count < all ? `Submit ${number(count)} of ${number(all)}` : `Submit ${number(all)}`,
  submitted: (count: number, left: number) =>
    `${images(count)} submitted.${left ? ` ${number(left)} ${left === 1 ? 'stays a draft' : 'stay drafts'}.` : ''}`,

  licence: {
    hint: 'For all drafts, and for what you upload from now on. Afterwards a single image can have its own.',
    text: (name: string) => `Read ${name}`,
    save: (drafts: number) => (drafts ? `Apply to ${number(drafts)}` : 'Save'),
  },

  batchFailed: (status: number) => `The files that were sent together were not taken (${status}). Please try again.`,
}
