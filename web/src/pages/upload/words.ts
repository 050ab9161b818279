/** Every word of the upload page (spec section 2); reasons of refusal come from the server. */
export const words = {
  title: 'Upload images',
  drop: 'Drop PNG files here',
  dropNow: 'Let go to upload',
  hint: 'Transparent PNG, 50 MB at the most. Title, description and keywords are read from the files.',
  choose: 'Upload images',
  uploading: (count: number) => `Uploading ${count} of your photos, please wait...`,
  done: (count: number) => (count === 1 ? '1 uploaded' : `${count} uploaded`),
  failed: (count: number) => (count === 1 ? '1 failed' : `${count} failed`),
  uploaded: 'Uploaded',
  refused: 'Not taken',
  again: 'Send these again',
  status: { pending: 'waiting for review', approved: 'approved', rejected: 'rejected' },
  notPng: 'This is not a PNG image.',
  tooLarge: (limit: string) => `This file is larger than ${limit}.`,
  noReason: 'This file was not taken.',
}
