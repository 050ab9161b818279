import type { ImageResemblance } from '@vitrine/contract/schemas/image'

const kinds = { same_file: 'same file', same_picture: 'same picture', same_drawing: 'same drawing' }

/** By the bits of the orientation: 1 mirrored, 2 upside down, 4 transposed before that. */
const orientationTexts = [
  '',
  'mirrored',
  'mirrored top to bottom',
  'upside down',
  'mirrored and turned',
  'turned by a quarter',
  'turned by a quarter',
  'mirrored and turned',
]

/** "same drawing, mirrored, in other colours" */
export function resemblanceText({ kind, orientation, other_colours }: ImageResemblance): string {
  return [kinds[kind], orientationTexts[orientation], other_colours && 'in other colours'].filter(Boolean).join(', ')
}
