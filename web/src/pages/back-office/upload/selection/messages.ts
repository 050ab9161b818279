import { imageCount as images } from '#search/messages.ts'

/** Texts around the selection on the upload list. */
export const messages = {
  selectAll: 'Select all',
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  select: (title: string) => `Select ${title}`,
  keys: 'Space selects, Shift a range, Enter edits.',

  describe: (count: number) => `Describe ${count.toLocaleString('en')} selected`,
  describeAll: (count: number) => `Describe all ${count.toLocaleString('en')}`,
  hint: 'Fields that you leave empty stay as they are.',
  apply: (count: number) => (count === 1 ? 'Apply to 1 image' : `Apply to all ${count.toLocaleString('en')}`),
  cancel: 'Cancel',
  applied: (count: number) => `Applied to ${images(count)}.`,

  leaveOut: (count: number) => `Leave out ${count.toLocaleString('en')}`,
  leftOut: (count: number) => `${images(count)} ${count === 1 ? 'was' : 'were'} left out.`,
  undo: 'Undo',
}
