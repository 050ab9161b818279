import { refusedCopies } from '@vitrine/contract/calls/back-office/refused-copies'

/** Texts of the page of refused uploads; messages of its calls are in the contract. */
export const messages = {
  hint: 'Uploads that were refused because they look like a picture that was taken down. Their files are not stored.',
  count: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'refused upload' : 'refused uploads'}`,
  loading: 'Loading refused uploads...',
  failed: refusedCopies.list.messages.failed,
  none: 'Nothing was refused.',
  noneHint: 'Copies of pictures that were taken down are listed here when someone uploads them.',
  toReports: 'Reports',
  list: 'Refused uploads',
  by: 'by',
  matched: 'Looks like',
  alike: (similarity: number) => `${(similarity * 100).toFixed(1)} % alike`,
  gone: 'a picture of which nothing else is stored any more',
  takenDown: (reason: string) => `taken down (${reason})`,
  quoted: (sentence: string) => `“${sentence}”`,
  someone: 'someone',
  allowed: 'Allowed by',
  allow: 'Allow this copy',
  allowNamed: (name: string) => `Allow this copy: ${name}`,
  refuse: 'Refuse it again',
  refuseNamed: (name: string) => `Refuse it again: ${name}`,
  undo: 'Undo',
} as const
