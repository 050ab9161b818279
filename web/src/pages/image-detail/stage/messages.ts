import type { Swatch } from '@vitrine/contract/schemas/image'

/** Texts of the stage's controls before any of them is used (requirements: #stage-tools). */
export const messages = {
  failed: 'This image did not load.',
  photo: 'Your photo',
  photoHint: 'Put a photo of yours behind the picture. It stays on your device.',
  loupe: 'Loupe',
  loupeHint: 'Look at the pixels at 400 %',
  palette: 'Colours of this picture',
  swatch: ({ hex, share }: Swatch) => `${hex}, ${Math.round(share * 100)} %`,
  moreIn: (colour: string) => `More in ${colour}`,
}
